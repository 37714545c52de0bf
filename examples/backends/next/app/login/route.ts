import { loginOfRequest, toPage } from '@/lib/login';

export async function POST(request: Request) {
  const login = await loginOfRequest();
  login.user = String((await request.formData()).get('user') ?? '');
  await login.save();
  return toPage();
}
