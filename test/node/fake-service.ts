import { listen } from 'vaultlink/node';

/** A token response that no mistake of ours could be hidden in. @see interface §2.2 */
export const tokenResponse = (number: number) => ({
  access_token: `access-token-${number}`,
  token_type: 'Bearer',
  expires_in: 86_400,
  refresh_token: `refresh-token-${number}`,
  scope: 'push_packet',
  created_at: '2026-11-21T09:00:00.000Z',
});

/** What the service answers to a push. @see interface §2.3 §4.3 */
export const pushReply = (packetId: string) => ({
  message: 'Data successfully synced',
  sellers_packet: {
    id: 'sellers-packet-1',
    packet_id: packetId,
    account_id: 'account-1',
    beneficiary_account_id: null,
    status: 'published',
    autosell_setting: 'enabled_for_any_price',
    created_at: '2026-11-21T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.000Z',
    first_published_at: '2026-11-21T09:00:00.000Z',
  },
});

/** A request as it arrived. */
export interface Received {
  path: string;
  authorization: string | null;
  body: Record<string, unknown>;
}

/** The two calls that a backend makes, answered as the interface shows them. A push can be held back. */
export async function startFakeService() {
  const received: Received[] = [];
  let tokens = 0;
  let gate: Promise<void> | undefined;
  let announce: (() => void) | undefined;

  const listener = await listen(async (request) => {
    const path = new URL(request.url).pathname;
    const body = (await request.json()) as Record<string, unknown>;
    received.push({ path, authorization: request.headers.get('authorization'), body });
    if (path === '/oauth/token') return Response.json(tokenResponse((tokens += 1)));
    announce?.();
    await gate;
    return Response.json(pushReply(String(body.id)));
  });

  return {
    origin: listener.origin,
    received,
    /** From now on pushes wait. `arrived` resolves with the first one. */
    hold() {
      let release!: () => void;
      gate = new Promise((resolve) => (release = resolve));
      const arrived = new Promise<void>((resolve) => (announce = resolve));
      return { arrived, release };
    },
    close: () => listener.close(),
  };
}
