import { sealData, unsealData } from 'iron-session';

const password = () => process.env.SESSION_SECRET;

/** The login of this app: who is signed in, if anybody is. */
export async function userOf(cookies) {
  const { user } = await unsealData(cookies.get('login') ?? '', { password: password() });
  return user;
}

/** Signs a user in. */
export async function signIn(cookies, user) {
  const secure = process.env.VAULTLINK_ORIGIN.startsWith('https:');
  const seal = await sealData({ user }, { password: password() });
  cookies.set('login', seal, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** Signs the user out. */
export const signOut = (cookies) => cookies.delete('login', { path: '/' });
