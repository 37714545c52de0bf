import { redirect } from '@sveltejs/kit';
import { signOut } from '#lib/login.js';

export function POST({ cookies }) {
  signOut(cookies);
  redirect(303, '/');
}
