import type { ConformanceAdapter } from './adapter.ts';
import { bodyOf, endlinkTokenOf, isEndlink, isPush, isTokenRequest, json } from './breakages.ts';
import type { BrokenSandbox } from './sandbox-under-test.ts';

type Adapter = ConformanceAdapter;

/** Changes the address that the seller's browser is sent to. */
const landing = (change: (url: URL, endlinkUrl: string) => void): BrokenSandbox => ({
  adapter: (whole) => ({
    ...whole,
    async startEndlink(order) {
      const started = await whole.startEndlink(order);
      const url = new URL(started.location);
      change(url, order.endlinkUrl);
      return { ...started, location: url.href };
    },
  }),
});

/** Changes the address that the browser is redirected to from the authorization page. */
const callback = (change: (parameters: URLSearchParams) => void): BrokenSandbox => ({
  adapter: (whole) => ({
    ...whole,
    async authorize(order) {
      const url = new URL((await whole.authorize(order)).location);
      change(url.searchParams);
      return { location: url.href };
    },
  }),
});

/** Changes how a seller's packet looks. */
const packet = (
  change: (seen: Awaited<ReturnType<Adapter['readSellersPacket']>>) => object,
): BrokenSandbox => ({
  adapter: (whole) => ({
    ...whole,
    async readSellersPacket(endlink) {
      const seen = await whole.readSellersPacket(endlink);
      return { ...seen, ...change(seen) };
    },
  }),
});

/** Answers instead of the sandbox while the clock was last moved by so many seconds. */
function after(
  seconds: number,
  isMeant: (request: Request) => boolean,
  status: number,
): BrokenSandbox {
  let latest = 0;
  return {
    adapter: (whole) => ({
      ...whole,
      advanceSeconds(by) {
        latest = by;
        return whole.advanceSeconds(by);
      },
    }),
    respond: (request, next) =>
      latest === seconds && isMeant(request) ? json(status, {}) : next(),
  };
}

/** A sandbox that breaks one rule each in a way that needs more than another response, by the id of the rule. */
export const ADAPTER_BREAKAGES: Readonly<Record<string, () => BrokenSandbox>> = {
  'authorization-callback-code': () => callback((parameters) => parameters.delete('code')),
  'authorization-callback-state': () => callback((parameters) => parameters.set('state', 'other')),
  'access-token-expires-at'() {
    const real = new Map<string, string>();
    return {
      async respond(request, next) {
        if (isPush(request)) {
          const [, token = ''] = request.headers.get('authorization')?.split(' ') ?? [];
          const headers = new Headers(request.headers);
          headers.set('authorization', `Bearer ${real.get(token) ?? token}`);
          return next(new Request(request, { headers }));
        }
        const response = await next();
        if (!isTokenRequest(request) || !response.ok) return response;
        const body = (await response.json()) as { access_token: string };
        const access_token = `opaque-${real.size}`;
        real.set(access_token, body.access_token);
        return json(200, { ...body, access_token });
      },
    };
  },
  'refresh-new-refresh-token': () => ({
    async respond(request, next) {
      const response = await next();
      if (!isTokenRequest(request) || !response.ok) return response;
      const { refresh_token } = await bodyOf(request);
      const body = (await response.json()) as object;
      return json(200, refresh_token ? { ...body, refresh_token } : body);
    },
  }),
  'access-token-lifetime': () => after(86_100, isPush, 401),
  'access-token-expired': () => after(86_700, isPush, 403),
  'refresh-after-expiry'() {
    const issued = new Set<unknown>();
    return {
      adapter: (whole) => ({
        ...whole,
        advanceSeconds(by) {
          issued.clear();
          return whole.advanceSeconds(by);
        },
      }),
      async respond(request, next) {
        if (!isTokenRequest(request)) return next();
        const { refresh_token } = await bodyOf(request);
        if (refresh_token && !issued.has(refresh_token)) return json(400, {});
        const response = await next();
        const body = (await response.clone().json()) as { refresh_token?: string };
        issued.add(body.refresh_token);
        return response;
      },
    };
  },
  'push-vault-of-user': () => ({
    adapter: (whole) => ({
      ...whole,
      async readAnswers(order) {
        const answers = await whole.readAnswers(order);
        return Object.keys(answers).length ? answers : { drink: 'tea' };
      },
    }),
  }),
  'endlink-token-parameter': () =>
    landing(({ searchParams }) => searchParams.delete('service_endlink_token')),
  'endlink-seller-parameter': () => landing(({ searchParams }) => searchParams.delete('seller_id')),
  'endlink-renamed-token': () => landing(({ searchParams }) => searchParams.delete('entry')),
  'endlink-renamed-token-works': () =>
    landing(({ searchParams }) => {
      if (searchParams.has('entry')) searchParams.set('entry', 'another-value');
    }),
  'endlink-token-unique'() {
    let first: string | undefined;
    return landing(({ searchParams }, endlinkUrl) => {
      if (!endlinkUrl.endsWith('of=all')) return;
      first ??= searchParams.get('service_endlink_token') ?? '';
      searchParams.set('service_endlink_token', first);
    });
  },
  'endlink-first-effect-stands'() {
    const changed = new Set<string>();
    return {
      async respond(request, next) {
        const response = await next();
        if (isEndlink(request) && !response.ok) changed.add(endlinkTokenOf(request));
        return response;
      },
      adapter: (whole) => ({
        ...whole,
        async readSellersPacket(endlink) {
          const seen = await whole.readSellersPacket(endlink);
          const isChanged = changed.has(endlinkTokenOf(new Request(endlink.location)));
          return { ...seen, ...(isChanged && { state: 'filtered' as const }) };
        },
      }),
    };
  },
  'endlink-token-bound'() {
    const ofSecond = new Set<string>();
    return {
      adapter: (whole) => ({
        ...whole,
        async startEndlink(order) {
          const started = await whole.startEndlink(order);
          if (order.seller === 'second') ofSecond.add(started.location);
          return started;
        },
        async readSellersPacket(endlink) {
          const seen = await whole.readSellersPacket(endlink);
          return ofSecond.has(endlink.location) ? { ...seen, state: 'published' as const } : seen;
        },
      }),
    };
  },
  'endlink-token-lifetime': () => after(3300, isEndlink, 422),
  'endlink-token-expired': () => after(3900, isEndlink, 200),
  'endlink-silence-failure': () =>
    packet(({ state }) => (state === 'failed' ? { state: 'awaiting_outcome' } : {})),
  'endlink-silence-unpaid': () => packet(({ state }) => ({ paid: state !== 'filtered' })),
};
