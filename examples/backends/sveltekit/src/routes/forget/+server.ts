import { redirect } from '@sveltejs/kit';
import { bff } from '#lib/bff.ts';
import { signOut } from '#lib/login.ts';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ cookies, locals }) => {
  if (locals.user) await bff.disconnect(locals.user);
  signOut(cookies);
  redirect(303, '/');
};
