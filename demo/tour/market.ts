import type { Handler } from 'vaultlink/node';
import type { LoggedRequest, Sandbox, Seller } from 'vaultlink/sandbox';
import { SLOW_MS } from './breaks.ts';
import type { NetworkBreak } from './breaks.ts';

/** Fields of `GET /sandbox/state` that the tour reads. */
export interface MarketState {
  packets: { id: string; name: string; reward?: number }[];
  sellers: Seller[];
  sellers_packets: SellersPacket[];
  tokens: { token: string; packet_id: string; seller_id: string }[];
  token_pairs: { client_id: string; seller_id: string; access_state: string }[];
  faults: { kind: string; status?: number; processed: boolean }[];
}

/** A packet of one seller. */
interface SellersPacket {
  packet_id: string;
  seller_id: string;
  state: string;
  outcome: string | null;
  paid: boolean;
  /** Pushed answers by question. */
  answers: Record<string, string | null>;
  /** Time of the latest push; `null`: never. */
  pushed_at: string | null;
}

/** Access of the tour to the marketplace, through the public control routes of the sandbox. */
export interface Market {
  /** Answers a request to the marketplace. */
  fetch: Handler;
  state(): Promise<MarketState>;
  /** Returns the requests to the service, oldest first. */
  requests(): Promise<LoggedRequest[]>;
  /** Opens the endlink as a seller. @returns the landing URL */
  open(packetId: string, sellerId: string): Promise<string>;
  addSeller(): Promise<string>;
  /** Breaks the network for the next report, and removes earlier failures. */
  break(way: NetworkBreak): Promise<void>;
  mend(): Promise<void>;
}

/** Creates the access to a sandbox. @param origin origin of the sandbox */
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
        // Do not keep the process alive for the timer.
        setTimeout(() => void call('POST', 'faults/release'), SLOW_MS).unref();
      }
      return sandbox.fetch(request);
    },
    state: () => call('GET', 'state'),
    requests: async () => (await call<{ requests: LoggedRequest[] }>('GET', 'requests')).requests,
    open: async (packet_id, seller_id) => {
      const { url } = await call<{ url: string }>('POST', 'endlinks', { packet_id, seller_id });
      // Normalize the URL, so that it is valid in a header.
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
