import { memoryStore } from 'vaultlink/bff';
import type { VaultBffOptions } from 'vaultlink/bff';
import { ROUTES } from '../../../src/bff/http/routes.ts';
import type { Route } from '../../../src/bff/http/routes.ts';
import type { Store } from '../../../src/bff/stores/store.ts';
import { startBff } from './http-bff.ts';
import { ORIGIN } from './http-browser.ts';

/** An allowed origin on the same site. */
export const PARTNER = 'https://partner.app.example';

/** One method of one path of the backend. */
export interface Call {
  name: string;
  route: Route;
  method: string;
}

/** Every call that the routes know. */
export const CALLS: readonly Call[] = ROUTES.flatMap((route) =>
  [...route.methods.keys()].map((method) => ({
    name: `${method} ${route.path}`,
    route,
    method,
  })),
);

/** Navigations and monitors send no header of their own; whatever else there is, or will be, needs it. */
export const needsHeader = ({ route }: Call): boolean =>
  !['/connect', '/callback'].includes(route.path) && !/^\/health(\/|$)/.test(route.path);

/** What stands for the parameter of a path, and the body: a new route that takes either needs a row. */
const SAMPLES: Readonly<Record<string, { parameter?: string; body: unknown }>> = {
  '/exchange': {
    body: {
      ...{ code: 'the-code', code_verifier: 'v'.repeat(43), state: 'the-state' },
      redirect_uri: `${ORIGIN}/vault/callback`,
    },
  },
  '/packets/:parameter/push': { parameter: 'packet-1', body: { payload: { drink: 'tea' } } },
  '/endlinks/:parameter': { parameter: 'complete', body: { token: 'token-1' } },
};

/** Headers to send instead; `undefined` leaves one out. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** A backend of a host that names its user in a header. Ada has connected in the browser, and her cookie is sent with every call. */
export async function startHost(changed: Partial<VaultBffOptions> = {}) {
  const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
  const storeCalls: string[] = [];
  const now = () => clock.ms;
  const all = startBff({
    subject: ({ headers }) => headers.get('x-user') ?? undefined,
    allowedOrigins: [PARTNER],
    now,
    ...changed,
    store: recorded(changed.store ?? memoryStore({ now }), storeCalls),
  });
  const { browser, openBrowser } = all;

  /** The path and the cookies with which a user comes back from the service, in a browser of their own. */
  async function wayBackOf(user: string) {
    const { jar, go, wayBack } = openBrowser();
    const away = await go('/vault/connect', { 'x-user': user });
    const path = wayBack(new URL(away.headers.get('location') ?? '').searchParams);
    return { path, cookies: [...jar].map(([name, { value }]) => `${name}=${value}`) };
  }

  const away = await browser.go('/vault/connect', { 'x-user': 'ada' });
  await browser.come(browser.wayBack(new URL(away.headers.get('location') ?? '').searchParams), {
    'x-user': 'ada',
  });
  const session = browser.sessionCookie();

  /** A call as a page of the own origin makes it, or as a browser that goes there. */
  async function requestOf(call: Call, changes: Changes = {}): Promise<Request> {
    const { route, method } = call;
    const user = changes['x-user'] || 'ada';
    const isCallback = route.path === '/callback';
    const { path, cookies } = isCallback ? await wayBackOf(user) : { path: '', cookies: [] };
    const { parameter = '', body } = SAMPLES[route.path] ?? {};
    const headers = new Headers({
      cookie: [session, ...cookies].join('; '),
      'x-user': user,
      'sec-fetch-site': 'same-origin',
      ...(needsHeader(call) ? { 'x-vaultlink': '1', origin: ORIGIN } : { accept: 'text/html' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    });
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    return new Request(
      `${ORIGIN}${path || `/vault${route.path.replace(':parameter', parameter)}`}`,
      { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
    );
  }

  return {
    ...all,
    clock,
    storeCalls,
    session,
    requestOf,
    /** What Ada reads of her connection. */
    sessionOfAda: async (): Promise<unknown> =>
      (await browser.call('GET', '/session', undefined, { 'x-user': 'ada' })).json(),
  };
}

/** What Ada reads once she has connected. */
export const ADA_IS_CONNECTED = {
  connected: true,
  scope: 'push_packet',
  expires_at: '2026-03-02T12:00:00.000Z',
};

/** The same request with another method, and without a body. */
export const withMethod = ({ url, headers }: Request, method: string): Request =>
  new Request(url, { method, headers });

/** Notes which methods of a store are called. */
function recorded(store: Store, calls: string[]): Store {
  const watched = Object.entries(store).map(([name, method]) => {
    const call = (...parameters: unknown[]) => {
      calls.push(name);
      return (method as (...all: unknown[]) => unknown)(...parameters);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(watched) as unknown as Store;
}
