import { redirect } from '@sveltejs/kit';
import { signIn } from '#lib/login.ts';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ request, cookies }) => {
  await signIn(cookies, String((await request.formData()).get('user') ?? ''));
  redirect(303, '/');
};
