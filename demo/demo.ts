import { listen } from 'vaultlink/node';
import type { Handler } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';
import { samplePacket, sampleSite } from '../src/node/sandbox/sample/sample-site.ts';
import { DEFAULT_PORT } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import { clientSeeds, dataPackets, demoClients } from './clients.ts';
import { clubBackend } from './club/backend.ts';
import { behindProxy } from './club/proxy.ts';
import { clubSite } from './club/site.ts';
import { panelBackend } from './panel/backend.ts';
import { panelSite } from './panel/site.ts';
import { readVaultlinkFile } from './site/files.ts';
import { siteHandler } from './site/handler.ts';

/** A running demo. */
export interface Demo extends Addresses {
  /** Ports that were in use and replaced by free ones. */
  takenPorts: readonly number[];
  /** Stops all servers. */
  close(): Promise<void>;
}

/** Options of {@link startDemo}. */
export interface DemoOptions {
  /** The first of four ports in a row; `0`: free ones. Default: {@link DEFAULT_PORT}. */
  port?: number;
}

/**
 * Starts the marketplace, and on another site the sample survey of `vaultlink sandbox`, a panel and a club, each on an origin of its own.
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
    const sample = await open(1, '127.0.0.1');
    const panel = await open(2, '127.0.0.1');
    const club = await open(3, '127.0.0.1');
    const addresses: Addresses = {
      service: service.origin,
      sample: sample.origin,
      panel: panel.origin,
      club: club.origin,
    };
    const clients = demoClients(addresses);
    const sandbox = createSandbox({
      clients: clientSeeds(clients),
      packets: [samplePacket(addresses.sample), ...dataPackets(clients)],
    });
    closers.push(() => sandbox.close());
    const panelVault = await panelBackend(addresses.service, addresses.panel, clients.panel);
    closers.push(() => panelVault.close());
    const clubVault = await behindProxy(
      clubBackend(addresses.service, addresses.club, clients.club),
    );
    closers.push(() => clubVault.close());
    service.serve((request) => sandbox.fetch(request));
    sample.serve(
      sampleSite(
        { baseUrl: addresses.service, fetch: (request) => sandbox.fetch(request) },
        readVaultlinkFile,
        linksTo(addresses),
      ),
    );
    panel.serve(withVault(panelVault.fetch, siteHandler(panelSite(addresses))));
    club.serve(withVault(clubVault.fetch, siteHandler(clubSite(addresses, clients.club))));
    return { ...addresses, takenPorts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the links of the start page to the sites that connect vaults. */
const linksTo = ({ panel, club }: Addresses) => [
  {
    title: 'Connect a vault, and push into it',
    text: 'Members of a panel connect their vaults, and its backend pushes what they answer. No secret and no token reaches the browser.',
    href: `${panel}/`,
  },
  {
    title: 'The same with a backend of your own',
    text: 'A club has a backend without Vaultlink, in forty lines. Its page starts the authorization.',
    href: `${club}/`,
  },
];

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
