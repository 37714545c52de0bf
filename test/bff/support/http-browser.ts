import type { VaultBff } from 'vaultlink/bff';

/** Where the page and its backend are. */
export const ORIGIN = 'https://app.example';

/** One browser with its cookies, as far as the backend sees it. A navigation from another site leaves out what is Strict. */
export function openBrowser(bff: Pick<VaultBff, 'fetch'>, origin = ORIGIN) {
  const jar = new Map<string, { value: string; isStrict: boolean }>();

  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, { value, isStrict: attributes.includes('SameSite=Strict') });
    }
    return response;
  };

  const cookie = (isFromElsewhere: boolean) =>
    [...jar]
      .filter(([, { isStrict }]) => !(isStrict && isFromElsewhere))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  const send = async (path: string, init: RequestInit, isFromElsewhere = false) => {
    const headers = new Headers(init.headers);
    if (jar.size) headers.set('cookie', cookie(isFromElsewhere));
    return keep(await bff.fetch(new Request(new URL(path, origin), { ...init, headers })));
  };

  /** Goes to an address of the backend's from a page of the own origin. */
  const go = (path: string, headers: Record<string, string> = {}) =>
    send(path, {
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
    });

  /** Comes to an address of the backend's from the service. */
  const come = (path: string, headers: Record<string, string> = {}) =>
    send(
      path,
      { headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', ...headers } },
      true,
    );

  /** Calls from a script of the own origin. */
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    send(`/vault${path}`, {
      method,
      headers: {
        'x-vaultlink': '1',
        origin,
        'sec-fetch-site': 'same-origin',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  /** Sets out, and comes as far as the authorization page. @returns its parameters */
  const setOut = async (query = '') => {
    const response = await go(`/vault/connect${query}`);
    return new URL(response.headers.get('location') ?? '').searchParams;
  };

  /** The path on which the service sends the browser back. */
  const wayBack = (authorization: URLSearchParams, answer: Record<string, string> = {}) => {
    const state = authorization.get('state') ?? '';
    return `/vault/callback?${new URLSearchParams({ code: 'the-code', state, ...answer }).toString()}`;
  };

  /** There and back, with a yes. */
  const connect = async (query = '') => come(wayBack(await setOut(query)));

  /** The session's cookie, as it would be sent. */
  const sessionCookie = () => {
    const name = origin.startsWith('https:') ? '__Host-Http-vaultlink' : 'vaultlink';
    return `${name}=${jar.get(name)?.value ?? ''}`;
  };

  return { jar, sessionCookie, go, come, call, setOut, wayBack, connect };
}
