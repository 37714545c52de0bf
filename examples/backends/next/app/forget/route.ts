import { bff } from '@/lib/bff';
import { loginOfRequest, toPage } from '@/lib/login';

export async function POST() {
  const login = await loginOfRequest();
  if (login.user) await bff.disconnect(login.user);
  login.destroy();
  return toPage();
}
