import { challengeOf } from './oauth-values.ts';

/** An OAuth client of the service under test. @see interface §2.1 */
export interface ConformanceClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Two different users of the service. */
export type ConformanceSeller = 'first' | 'second';

/** A click of a seller on an endlink.  */
export interface StartedEndlink {
  interactionId: string;
  /** The address that the seller's browser is sent to. @see interface §2.5 */
  location: string;
}

/** A seller's packet as its seller sees it. @see interface §3.1 */
export interface ObservedSellersPacket {
  state: 'awaiting_outcome' | 'published' | 'filtered' | 'failed';
  /** Whether the seller is paid for the packet. */
  paid: boolean;
}

/** What the interface does not offer to buyers, and the rules need. */
export interface ConformanceAdapter {
  /** Creates an OAuth client. @see interface §1.1 */
  createClient(order: { redirectUri: string }): Promise<ConformanceClient>;
  /** Creates a packet from this client. @see interface §1.1 */
  createPacket(order: {
    client: ConformanceClient;
    questions: readonly string[];
  }): Promise<{ packetId: string }>;
  /**
   * Opens the authorization page and allows access, as this seller.
   *
   * @returns the address that the browser is redirected to
   * @see interface §4.1
   */
  authorize(order: {
    client: ConformanceClient;
    seller: ConformanceSeller;
    state: string;
    codeVerifier: string;
  }): Promise<{ location: string }>;
  /** Reads from a seller's vault what was pushed into a packet. `null` is a question without an answer. @see interface §2.4 */
  readAnswers(order: {
    packetId: string;
    seller: ConformanceSeller;
  }): Promise<Record<string, string | null>>;
  /** Creates a packet whose endlink has this URL, and opens it as this seller. @see interface §2.5 */
  startEndlink(order: { endlinkUrl: string; seller: ConformanceSeller }): Promise<StartedEndlink>;
  /** Reads the state of the packet of an endlink. @see interface §3.1 */
  readSellersPacket(endlink: StartedEndlink): Promise<ObservedSellersPacket>;
  /** Moves the clock of the service forward. @see interface §8 */
  advanceSeconds(seconds: number): Promise<void>;
}

const SELLER_NAMES = { first: 'Conformance, first', second: 'Conformance, second' } as const;

/** What `GET /sandbox/state` has of it. */
interface State {
  sellers: { id: string; name: string }[];
  sellers_packets: {
    id: string;
    packet_id: string;
    seller_id: string;
    state: 'awaiting_outcome' | 'published' | 'filtered' | 'failed';
    paid: boolean;
    answers: Record<string, string | null>;
  }[];
}

/** Creates the adapter of the sandbox. It uses the calls below `/sandbox`. */
export function createSandboxAdapter(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
): ConformanceAdapter {
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
      const [{ sellers_packets }, id] = [await readState(), await sellerId(seller)];
      const found = sellers_packets.find(
        ({ packet_id, seller_id }) => packet_id === packetId && seller_id === id,
      );
      return found?.answers ?? {};
    },
    async startEndlink({ endlinkUrl, seller }) {
      const packet = await control('packets', { endlink_url: endlinkUrl });
      const { packet_id } = packet as { packet_id: string };
      const order = { packet_id, seller_id: await sellerId(seller) };
      const opened = (await control('endlinks', order)) as { url: string; interaction_id: string };
      return { location: opened.url, interactionId: opened.interaction_id };
    },
    async readSellersPacket({ interactionId }) {
      const { sellers_packets } = await readState();
      const found = sellers_packets.find((it) => it.id === interactionId);
      if (!found) throw new Error('the seller has no such packet');
      return { state: found.state, paid: found.paid };
    },
    async advanceSeconds(seconds) {
      await control('clock', { advance_seconds: seconds });
    },
  };
}
