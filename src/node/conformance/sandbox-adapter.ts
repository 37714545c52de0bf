import type { AdapterContext, ConformanceAdapter, ConformanceSeller } from './adapter.ts';
import { isObject } from './answer.ts';
import { challengeOf } from './oauth-values.ts';

const SELLER_NAMES = { first: 'Conformance, first', second: 'Conformance, second' } as const;

const TIMEOUT_MS = 60_000;

/** What `GET /sandbox/state` has of it. */
interface State {
  sellers: { id: string; name: string }[];
  sellers_packets: {
    interaction_id: string;
    state: 'awaiting_outcome' | 'published' | 'filtered' | 'failed';
    paid: boolean;
  }[];
  vaults: {
    seller_id: string;
    packets: { sellers_packet: { packet_id: string }; answers: Record<string, string | null> }[];
  }[];
}

/** Whether the sandbox runs at a base URL. */
export async function isSandbox({ baseUrl, fetch }: AdapterContext): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${baseUrl}/sandbox/state`, { signal });
  const text = await response.text();
  try {
    const state: unknown = JSON.parse(text);
    return response.ok && isObject(state) && Array.isArray(state.sellers_packets);
  } catch {
    return false;
  }
}

/** Creates the adapter of the sandbox. It uses the calls below `/sandbox`. */
export function createSandboxAdapter({ baseUrl, fetch }: AdapterContext): ConformanceAdapter {
  async function control(path: string, order?: unknown): Promise<unknown> {
    const response = await fetch(`${baseUrl}/sandbox/${path}`, {
      ...(order !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    });
    if (!response.ok) throw new Error(`/sandbox/${path} answered ${response.status}`);
    return response.json();
  }
  const readState = () => control('state') as Promise<State>;

  const sellers = new Map<ConformanceSeller, Promise<string>>();
  const sellerId = (seller: ConformanceSeller): Promise<string> => {
    const created =
      sellers.get(seller) ??
      control('sellers', { name: SELLER_NAMES[seller] }).then(
        (it) => (it as { seller_id: string }).seller_id,
      );
    sellers.set(seller, created);
    return created;
  };

  return {
    async createClient({ redirectUri }) {
      const created = await control('clients', { redirect_uri: redirectUri, name: 'Conformance' });
      const { client_id, client_secret } = created as { client_id: string; client_secret: string };
      return { clientId: client_id, clientSecret: client_secret, redirectUri };
    },
    async createPacket({ client, questions }) {
      const created = await control('packets', { client_id: client.clientId, questions });
      return { packetId: (created as { packet_id: string }).packet_id };
    },
    async authorize({ client, seller, state, codeVerifier }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        scope: 'push_packet',
        state,
        code_challenge: challengeOf(codeVerifier),
        code_challenge_method: 'S256',
      });
      const order = {
        authorize_url: `${baseUrl}/oauth/authorize?${query.toString()}`,
        seller_id: await sellerId(seller),
      };
      return (await control('authorizations', order)) as { location: string };
    },
    async readAnswers({ packetId, seller }) {
      const [{ vaults }, id] = [await readState(), await sellerId(seller)];
      const packets = vaults.find(({ seller_id }) => seller_id === id)?.packets ?? [];
      const found = packets.find(({ sellers_packet }) => sellers_packet.packet_id === packetId);
      return found?.answers ?? {};
    },
    async startEndlink({ endlinkUrl, seller }) {
      const packet = await control('packets', { endlink_url: endlinkUrl });
      const { packet_id } = packet as { packet_id: string };
      const order = { packet_id, seller_id: await sellerId(seller) };
      const opened = (await control('endlinks', order)) as { url: string; interaction_id: string };
      return { location: opened.url, interactionId: opened.interaction_id };
    },
    async readSellersPacket(endlink) {
      const { interactionId } = endlink as { interactionId?: string };
      const { sellers_packets } = await readState();
      const found = sellers_packets.find((it) => it.interaction_id === interactionId);
      if (!found) throw new Error('the seller has no such packet');
      return { state: found.state, paid: found.paid };
    },
    async advanceSeconds(seconds) {
      await control('clock', { advance_seconds: seconds });
    },
  };
}
