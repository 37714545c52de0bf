/** What was asked of the service, in the order in which it came. */
export interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

type Answer = () => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** One answer of the service's that is not as it should be. */
export const refusal = json;

const SELLERS_PACKET = {
  id: 'sellers-packet-1',
  packet_id: 'packet-1',
  account_id: 'account-1',
  beneficiary_account_id: null,
  status: 'published',
  autosell_setting: 'enabled_for_any_price',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  first_published_at: '2026-03-01T12:00:00.000Z',
};

/** What the service answers to a push; the field at its end is not in the interface. */
export const PUSHED = {
  message: 'Data successfully synced',
  sellers_packet: SELLERS_PACKET,
  receipt: 'r-1',
};

/**
 * A stand-in for the service behind `fetch`: each pair of tokens has a number, and the latest alone counts.
 *
 * `next` holds answers to be given instead, one call each.
 */
export function fakeService() {
  const asked: Asked[] = [];
  const next: Answer[] = [];
  let pairs = 0;

  const pair = () => {
    pairs += 1;
    return json(200, {
      access_token: `access-${pairs}-secret`,
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token: `refresh-${pairs}-secret`,
      scope: 'push_packet',
      created_at: 'now',
    });
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const text = typeof init.body === 'string' ? init.body : '';
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    asked.push({ url, method: init.method ?? 'GET', headers, body });
    const answer = next.shift();
    if (answer) return answer();
    const { pathname } = new URL(url);
    if (pathname === '/oauth/token') return pair();
    if (pathname.startsWith('/api/v3/endlinks/')) return json(200, {});
    if (headers.authorization !== `Bearer access-${pairs}-secret`) {
      return json(401, { error: 'invalid_token', error_description: 'The token expired.' });
    }
    return json(200, PUSHED);
  }

  /** The call of this number, from 0. */
  const askedAt = (index: number): Asked => {
    const call = asked.at(index);
    if (!call) throw new Error(`The service was asked ${asked.length} times.`);
    return call;
  };

  return { asked, askedAt, next, fetch };
}
