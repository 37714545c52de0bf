import { redirect } from '@sveltejs/kit';
import { bff } from '#lib/bff.js';
import { signOut } from '#lib/login.js';

export async function POST({ cookies, locals }) {
  if (locals.user) await bff.disconnect(locals.user);
  signOut(cookies);
  redirect(303, '/');
}
