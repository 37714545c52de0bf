import { listen } from 'vaultlink/node';
import type { Handler, Listener } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import type { Addresses } from './addresses.ts';
import { buyerSite } from './buyer/site.ts';
import { demoPackets } from './packets.ts';
import { partnerSite } from './partner/site.ts';
import { siteHandler } from './site/handler.ts';

/** The first of the three ports unless told otherwise. */
export const DEFAULT_PORT = 4800;

/** A demo that runs. */
export interface Demo extends Addresses {
  /** Ports that were taken, so that free ones took their place. */
  takenPorts: readonly number[];
  /** Stops all three servers. */
  close(): Promise<void>;
}

/** How to start. */
export interface DemoOptions {
  /** The first of three ports in a row; `0`: free ones. Default: {@link DEFAULT_PORT}. */
  port?: number;
}

/**
 * Starts the marketplace, a buyer's survey on another site, and a partner on a third origin.
 *
 * @throws the error of Node's server where not even a free port can be had; nothing is left running
 */
export async function startDemo({ port = DEFAULT_PORT }: DemoOptions = {}): Promise<Demo> {
  const listeners: Listener[] = [];
  const takenPorts: number[] = [];

  /** What the pages say depends on every address, so the handlers come when all are known. */
  const open = async (offset: number, hostname: string) => {
    let handler: Handler = () => new Response('Starting.', { status: 503 });
    const answer: Handler = (request) => handler(request);
    const wanted = port === 0 ? 0 : port + offset;
    const listener = await listen(answer, { port: wanted, hostname }).catch((error: unknown) => {
      if (wanted === 0 || !isTaken(error)) throw error;
      takenPorts.push(wanted);
      return listen(answer, { hostname });
    });
    listeners.push(listener);
    return { origin: listener.origin, serve: (next: Handler) => void (handler = next) };
  };

  const closeListeners = () => Promise.all(listeners.map((listener) => listener.close()));

  try {
    // Two names of this machine are two sites to a browser.
    const service = await open(0, 'localhost');
    const buyer = await open(1, '127.0.0.1');
    const partner = await open(2, '127.0.0.1');
    const addresses: Addresses = {
      service: service.origin,
      buyer: buyer.origin,
      partner: partner.origin,
    };
    const packets = demoPackets(addresses);
    const sandbox = createSandbox({
      packets: packets.map(({ name, reward, endlink_url }) => ({ name, reward, endlink_url })),
    });
    service.serve((request) => sandbox.fetch(request));
    buyer.serve(siteHandler(buyerSite(addresses)));
    partner.serve(siteHandler(partnerSite(addresses)));
    return {
      ...addresses,
      takenPorts,
      async close() {
        sandbox.close();
        await closeListeners();
      },
    };
  } catch (error) {
    await closeListeners();
    throw error;
  }
}

/** Another program has the port, or this user may not have it. */
const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'EACCES');
