import { failed, ok, warning } from '../../findings/index.ts';
import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import { sendRequest, startConnecting } from './ask.ts';
import type { Check } from './check.ts';

/** A cookie that the backend sets. */
interface Expected {
  what: string;
  /** Beginning of its name. */
  start: string;
  sameSite: 'Strict' | 'Lax';
}

/** Checks whether cookies arrive as the backend sets them. @see RFC 10017 section 6.1.3.2 */
export const cookies: Check = {
  id: 'cookies',
  group: 'Backend',
  title: 'Cookies',
  needs: ['settings'],
  async run(setup) {
    const { origin } = setup.settings.bff;
    const isSecure = origin.startsWith('https:');
    const prefix = isSecure ? '__Host-Http-' : '';
    const departure = await startConnecting(setup);
    // Without a session, DELETE only expires the cookie, which shows its attributes.
    const end = await sendRequest(setup.connections, `${origin}${BASE_PATH}/session`, {
      method: 'DELETE',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        [REQUEST_HEADER.name]: REQUEST_HEADER.value,
      },
    });
    const mistakes = [
      ...mistakesIn(departure.answer.headers.getSetCookie(), isSecure, {
        what: 'for the authorization flow',
        start: `${prefix}vaultlink-flow-`,
        sameSite: 'Lax',
      }),
      ...mistakesIn(end.headers.getSetCookie(), isSecure, {
        what: 'for the session',
        start: `${prefix}vaultlink=`,
        sameSite: 'Strict',
      }),
    ];
    if (mistakes.length) {
      return failed(
        mistakes.join(' '),
        'Let the proxy forward Set-Cookie unchanged. Browsers drop a cookie whose attributes do not fit its name, and then no user stays connected.',
      );
    }
    const kept = 'HttpOnly, SameSite and Path=/';
    return ok(`They arrive with ${isSecure ? `their prefix, Secure, ${kept}` : kept}.`);
  },
};

/** Returns one sentence for each difference from the expected cookie. */
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
    ...(missing.length ? [`The cookie ${what} arrives without ${missing.join(', ')}.`] : []),
    ...(domain ? [`The cookie ${what} arrives with ${domain}.`] : []),
  ];
}

/** Checks whether each user gets their own response, not a cached one. */
export const caching: Check = {
  id: 'caching',
  group: 'Backend',
  title: 'Caching',
  needs: ['settings'],
  async run(setup) {
    const [one, other] = [await startConnecting(setup), await startConnecting(setup)];
    const states = [one, other].map(({ target }) => target?.searchParams.get('state'));
    if (states[0] === states[1]) {
      return failed(
        'Two users get the same response: something between them and the backend caches it.',
        `Turn off caching below ${BASE_PATH} in the proxy, in the CDN and in service workers.`,
      );
    }
    const control = one.answer.headers.get('cache-control') ?? '';
    if (/\bno-store\b/.test(control))
      return ok('Responses are not cached, and Cache-Control forbids it.');
    return warning(
      'Cache-Control: no-store does not arrive.',
      'Browsers may cache responses. Let the proxy forward the header.',
    );
  },
};

/** Checks whether headers that any client can send change the redirect to the service. */
export const forwardedHeaders: Check = {
  id: 'forwarded-headers',
  group: 'Backend',
  title: 'Proxy headers',
  needs: ['settings'],
  async run(setup) {
    const { answer, target } = await startConnecting(setup, {
      'x-forwarded-host': 'made-up.invalid',
      'x-forwarded-proto': 'http',
      forwarded: 'host=made-up.invalid;proto=http',
    });
    const isSame =
      target?.searchParams.get('redirect_uri') === setup.settings.bff.client.redirectUri;
    if (isSame && !target.href.includes('made-up.invalid')) {
      return ok(
        'X-Forwarded-Host, X-Forwarded-Proto and Forwarded that a client sends have no effect.',
      );
    }
    return failed(
      `X-Forwarded headers that a client sends change the redirect (status ${answer.status}).`,
      'The proxy trusts these headers. Let it replace them.',
    );
  },
};
