import { loginOfRequest, toPage } from '../../lib/login';

export async function POST(request) {
  const login = await loginOfRequest();
  login.user = (await request.formData()).get('user');
  await login.save();
  return toPage();
}
