import type { Handler } from 'vaultlink/node';
import type { LoggedRequest, Sandbox, Seller } from 'vaultlink/sandbox';
import { SLOW_MS } from './breaks.ts';
import type { NetworkBreak } from './breaks.ts';

/** What the tour reads of `GET /sandbox/state`. */
export interface MarketState {
  packets: { id: string; name: string; reward?: number }[];
  sellers: Seller[];
  sellers_packets: SellersPacket[];
  tokens: { token: string; packet_id: string; seller_id: string }[];
  token_pairs: { client_id: string; seller_id: string; access_state: string }[];
  faults: { kind: string; status?: number; processed: boolean }[];
}

/** One seller with one packet. */
interface SellersPacket {
  packet_id: string;
  seller_id: string;
  state: string;
  outcome: string | null;
  paid: boolean;
  /** What was pushed, by question. */
  answers: Record<string, string | null>;
  /** When something was pushed last; `null`: never. */
  pushed_at: string | null;
}

/** The marketplace, as the tour steers and reads it: through the calls that the sandbox offers to everybody. */
export interface Market {
  /** Answers a request to the marketplace. */
  fetch: Handler;
  state(): Promise<MarketState>;
  /** What reached it, oldest first. */
  requests(): Promise<LoggedRequest[]>;
  /** The seller clicks the endlink. @returns where they are sent */
  open(packetId: string, sellerId: string): Promise<string>;
  addSeller(): Promise<string>;
  /** Breaks the network for the next report, in this way alone. */
  break(way: NetworkBreak): Promise<void>;
  mend(): Promise<void>;
}

/** @param origin where the sandbox is */
export function tourMarket(sandbox: Sandbox, origin: string): Market {
  let slowsNext = false;

  async function call<Body>(method: string, path: string, order?: object): Promise<Body> {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, ...(order && { body: JSON.stringify(order) }) };
    const response = await sandbox.fetch(new Request(`${origin}/sandbox/${path}`, init));
    if (!response.ok) throw new Error(`${method} ${path} of the sandbox: ${response.status}`);
    return (await response.json()) as Body;
  }

  const mend = async () => {
    slowsNext = false;
    await call('DELETE', 'faults');
  };

  return {
    fetch(request) {
      if (slowsNext && new URL(request.url).pathname.startsWith('/api/v3/endlinks/complete')) {
        slowsNext = false;
        // A demo that is stopped meanwhile does not wait for it.
        setTimeout(() => void call('POST', 'faults/release'), SLOW_MS).unref();
      }
      return sandbox.fetch(request);
    },
    state: () => call('GET', 'state'),
    requests: async () => (await call<{ requests: LoggedRequest[] }>('GET', 'requests')).requests,
    open: async (packet_id, seller_id) => {
      const { url } = await call<{ url: string }>('POST', 'endlinks', { packet_id, seller_id });
      // What a header can hold: the browser would make the same of it.
      return new URL(url).href;
    },
    addSeller: async () => (await call<{ seller_id: string }>('POST', 'sellers', {})).seller_id,
    async break({ fault }) {
      await mend();
      await call('POST', 'faults', fault);
      slowsNext = fault.kind === 'hold';
    },
    mend,
  };
}
