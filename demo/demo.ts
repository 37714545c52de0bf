import { listen } from 'vaultlink/node';
import type { Handler } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import { DEFAULT_PORT } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { Site } from './site/page.ts';
import { BUYER_PACKETS, buyerSite } from './buyer/site.ts';
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

/** A running demo. */
export interface Demo extends Addresses {
  /** Ports that were in use and replaced by free ones. */
  takenPorts: readonly number[];
  /** Stops all servers. */
  close(): Promise<void>;
}

/** Options of {@link startDemo}. */
export interface DemoOptions {
  /** The first of six ports in a row; `0`: free ones. Default: {@link DEFAULT_PORT}. */
  port?: number;
}

/**
 * Starts the tour, the marketplace, and on another site a buyer's survey, a partner, a panel and a club, each on an origin of its own.
 *
 * @throws the error of Node's server if it cannot listen even on a free port. Stops every server before
 */
export async function startDemo({ port = DEFAULT_PORT }: DemoOptions = {}): Promise<Demo> {
  const closers: (() => void | Promise<void>)[] = [];
  const takenPorts: number[] = [];

  /** Opens a port. Its handler is set later, since the pages need the addresses of all ports. */
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
    // For a browser, two names of this machine are two sites.
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
    service.serve(marketHandler(tour, [...BUYER_PACKETS, ...Object.values(vaults)]));
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

/** Combines a backend under `/vault` with the pages of the same origin. */
const withVault =
  (backend: Handler, pages: Handler): Handler =>
  (request) =>
    new URL(request.url).pathname.startsWith('/vault/') ? backend(request) : pages(request);

/** Returns whether another program uses the port, or this user may not open it. */
const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'EACCES');
