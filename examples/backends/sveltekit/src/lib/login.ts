import type { Cookies } from '@sveltejs/kit';
import { sealData, unsealData } from 'iron-session';

const password = () => process.env.SESSION_SECRET ?? '';

/** The login of this app: who is signed in, if anybody is. */
export async function userOf(cookies: Cookies) {
  const seal = cookies.get('login') ?? '';
  const { user } = await unsealData<{ user?: string }>(seal, { password: password() });
  return user;
}

/** Signs a user in. */
export async function signIn(cookies: Cookies, user: string) {
  const { VAULTLINK_ORIGIN = '' } = process.env;
  const secure = VAULTLINK_ORIGIN.startsWith('https:');
  const seal = await sealData({ user }, { password: password() });
  cookies.set('login', seal, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** Signs the user out. */
export const signOut = (cookies: Cookies) => cookies.delete('login', { path: '/' });
