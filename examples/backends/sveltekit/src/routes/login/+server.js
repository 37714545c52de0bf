import { redirect } from '@sveltejs/kit';
import { signIn } from '#lib/login.js';

export async function POST({ request, cookies }) {
  await signIn(cookies, (await request.formData()).get('user'));
  redirect(303, '/');
}
