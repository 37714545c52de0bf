import { listen } from 'vaultlink/node';
import type { Handler } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import { DEFAULT_PORT } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { Site } from './site/page.ts';
import { BUYER_SUBJECTS, buyerSite } from './buyer/site.ts';
import { clientSeeds, dataPackets, demoClients } from './clients.ts';
import { clubBackend } from './club/backend.ts';
import { behindProxy } from './club/proxy.ts';
import { CLUB_PACKET_ID, clubSite } from './club/site.ts';
import { demoPackets } from './packets.ts';
import { panelBackend } from './panel/backend.ts';
import { PANEL_PACKET_ID, panelSite } from './panel/site.ts';
import { partnerSite } from './partner/site.ts';
import { siteHandler } from './site/handler.ts';
import { tourMarket } from './tour/market.ts';
import { tourHandler } from './tour/site.ts';
import { createTour, marketHandler } from './tour/tour.ts';

/** A demo that runs. */
export interface Demo extends Addresses {
  /** Ports that were taken, so that free ones took their place. */
  takenPorts: readonly number[];
  /** Stops all servers. */
  close(): Promise<void>;
}

/** How to start. */
export interface DemoOptions {
  /** The first of six ports in a row; `0`: free ones. Default: {@link DEFAULT_PORT}. */
  port?: number;
}

/**
 * Starts the tour, the marketplace, and on another site a buyer's survey, a partner, a panel and a club, each on an origin of its own.
 *
 * @throws the error of Node's server where not even a free port can be had; nothing is left running
 */
export async function startDemo({ port = DEFAULT_PORT }: DemoOptions = {}): Promise<Demo> {
  const closers: (() => void | Promise<void>)[] = [];
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
    closers.push(() => listener.close());
    return { origin: listener.origin, serve: (next: Handler) => void (handler = next) };
  };

  const close = async () => {
    for (const closer of closers) await closer();
  };

  try {
    // Two names of this machine are two sites to a browser.
    const service = await open(0, 'localhost');
    const buyer = await open(1, '127.0.0.1');
    const partner = await open(2, '127.0.0.1');
    const panel = await open(3, '127.0.0.1');
    const club = await open(4, '127.0.0.1');
    const start = await open(5, '127.0.0.1');
    const addresses: Addresses = {
      tour: start.origin,
      service: service.origin,
      buyer: buyer.origin,
      partner: partner.origin,
      panel: panel.origin,
      club: club.origin,
    };
    const clients = demoClients(addresses);
    const sandbox = createSandbox({
      clients: clientSeeds(clients),
      packets: [
        ...demoPackets(addresses).map(({ id, name, reward, endlink_url }) => {
          return { id, name, reward, endlink_url };
        }),
        ...dataPackets(clients),
      ],
    });
    closers.push(() => sandbox.close());
    const panelVault = await panelBackend(addresses.service, addresses.panel, clients.panel);
    closers.push(() => panelVault.close());
    const clubVault = await behindProxy(
      clubBackend(addresses.service, addresses.club, clients.club),
    );
    closers.push(() => clubVault.close());
    const tour = createTour(addresses, tourMarket(sandbox, addresses.service));
    const vaults = {
      panel: { packetId: PANEL_PACKET_ID, clientId: clients.panel.clientId },
      club: { packetId: CLUB_PACKET_ID, clientId: clients.club.clientId },
    };
    const pagesOf = (site: Site) => siteHandler(site, tour);
    service.serve(marketHandler(tour, [...BUYER_SUBJECTS, ...Object.values(vaults)]));
    start.serve(tourHandler(tour, vaults));
    buyer.serve(pagesOf(buyerSite(addresses)));
    partner.serve(pagesOf(partnerSite(addresses)));
    panel.serve(withVault(panelVault.fetch, pagesOf(panelSite(addresses, clients.panel))));
    club.serve(withVault(clubVault.fetch, pagesOf(clubSite(addresses, clients.club))));
    return { ...addresses, takenPorts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A backend under `/vault` of the origin whose pages use it. */
const withVault =
  (backend: Handler, pages: Handler): Handler =>
  (request) =>
    new URL(request.url).pathname.startsWith('/vault/') ? backend(request) : pages(request);

/** Another program has the port, or this user may not have it. */
const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'EACCES');
