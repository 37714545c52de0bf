import { loginOfRequest, toPage } from '@/lib/login';

export async function POST() {
  (await loginOfRequest()).destroy();
  return toPage();
}
