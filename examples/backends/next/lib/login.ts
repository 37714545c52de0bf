import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';

/** The login of this app. */
export async function loginOfRequest() {
  const { SESSION_SECRET = '', VAULTLINK_ORIGIN = '' } = process.env;
  return getIronSession<{ user?: string }>(await cookies(), {
    cookieName: 'login',
    password: SESSION_SECRET,
    cookieOptions: { secure: VAULTLINK_ORIGIN.startsWith('https:') },
  });
}

/** Back to the page, whatever address a proxy has called this app by. */
export const toPage = () => new Response(null, { status: 303, headers: { location: '/' } });
