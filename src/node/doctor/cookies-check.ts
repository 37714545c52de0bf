import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import { ask } from './ask.ts';
import type { Check } from './check.ts';
import { failed, ok, warning } from './check.ts';
import { setOut } from './set-out.ts';

/** One kind of cookie, as the backend sets it. */
interface Expected {
  what: string;
  /** How its name begins. */
  start: string;
  sameSite: 'Strict' | 'Lax';
}

/** Whether cookies arrive as the backend sets them. @see RFC 10017 section 6.1.3.2 */
export const cookies: Check = {
  id: 'cookies',
  group: 'Backend',
  title: 'Cookies',
  needs: ['settings'],
  async look(setup) {
    const { origin } = setup.settings.bff;
    const isSecure = origin.startsWith('https:');
    const prefix = isSecure ? '__Host-Http-' : '';
    const departure = await setOut(setup);
    // Without a session this only takes its cookie away, and shows how it is set.
    const end = await ask(setup.connections, `${origin}${BASE_PATH}/session`, {
      method: 'DELETE',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        [REQUEST_HEADER.name]: REQUEST_HEADER.value,
      },
    });
    const mistakes = [
      ...mistakesIn(departure.answer.headers.getSetCookie(), isSecure, {
        what: 'of an authorization',
        start: `${prefix}vaultlink-flow-`,
        sameSite: 'Lax',
      }),
      ...mistakesIn(end.headers.getSetCookie(), isSecure, {
        what: 'of the session',
        start: `${prefix}vaultlink=`,
        sameSite: 'Strict',
      }),
    ];
    if (mistakes.length) {
      return failed(
        mistakes.join(' '),
        'The proxy must pass Set-Cookie on as it is. Browsers drop a cookie whose name and attributes do not go together, and nobody stays connected.',
      );
    }
    const kept = 'HttpOnly, SameSite and Path=/';
    return ok(`They arrive with ${isSecure ? `their prefix, Secure, ${kept}` : kept}.`);
  },
};

/** One sentence for each way in which a cookie differs. */
function mistakesIn(
  lines: readonly string[],
  isSecure: boolean,
  { what, start, sameSite }: Expected,
): string[] {
  const line = lines.find((one) => one.startsWith(start));
  if (line === undefined) {
    const isRenamed = lines.some((one) => one.includes('vaultlink'));
    return [`The cookie ${what} ${isRenamed ? 'has another name' : 'does not arrive'}.`];
  }
  const attributes = line.split(/; */).slice(1);
  const has = (wanted: string) =>
    attributes.some((one) => one.toLowerCase() === wanted.toLowerCase());
  const missing = [
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
  ].filter((wanted) => !has(wanted));
  const domain = attributes.find((one) => /^domain=/i.test(one));
  return [
    ...(missing.length ? [`The cookie ${what} comes without ${missing.join(', ')}.`] : []),
    ...(domain ? [`The cookie ${what} comes with ${domain}.`] : []),
  ];
}

/** Whether each user gets an answer of their own. */
export const caching: Check = {
  id: 'caching',
  group: 'Backend',
  title: 'Caching',
  needs: ['settings'],
  async look(setup) {
    const [one, other] = [await setOut(setup), await setOut(setup)];
    const states = [one, other].map(({ target }) => target?.searchParams.get('state'));
    if (states[0] === states[1]) {
      return failed(
        'Two users get the same answer: something on the way keeps it.',
        `Nothing below ${BASE_PATH} may be cached: by the proxy, by the network that delivers your pages, or by a service worker.`,
      );
    }
    const control = one.answer.headers.get('cache-control') ?? '';
    if (/\bno-store\b/.test(control)) return ok('Nothing is kept, and Cache-Control says so.');
    return warning(
      'Cache-Control: no-store does not arrive.',
      'Browsers may keep what they were told: let the proxy pass the header on.',
    );
  },
};

/** Whether headers that anyone can send change where users are sent. */
export const forwardedHeaders: Check = {
  id: 'forwarded-headers',
  group: 'Backend',
  title: 'Proxy headers',
  needs: ['settings'],
  async look(setup) {
    const { answer, target } = await setOut(setup, {
      'x-forwarded-host': 'made-up.invalid',
      'x-forwarded-proto': 'http',
      forwarded: 'host=made-up.invalid;proto=http',
    });
    const isSame =
      target?.searchParams.get('redirect_uri') === setup.settings.bff.client.redirectUri;
    if (isSame && !target.href.includes('made-up.invalid')) {
      return ok('X-Forwarded-Host, X-Forwarded-Proto and Forwarded of a stranger change nothing.');
    }
    return failed(
      `With X-Forwarded headers of a stranger the way out is another one (status ${answer.status}).`,
      'The proxy acts on them: let it replace these headers, not believe them.',
    );
  },
};
