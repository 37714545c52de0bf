import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { listen } from '../../src/node/index.ts';
import type { Vaultlink } from '../../src/browser/endlink/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

/** Each direction of the way to the service takes half of this. */
const ROUND_TRIP_MS = 150;

/** What a report cost. */
export interface ReportCost {
  name: string;
  roundTrips: number;
}

/**
 * Times one report to a service that is far away: the sandbox behind a proxy that delays each direction, and each new connection by a
 * round trip, as TCP's handshake does.
 */
export async function measureReport(executablePath: string): Promise<ReportCost[]> {
  const sandbox = createSandbox();
  const service = await listen((request) => sandbox.fetch(request), { hostname: 'localhost' });
  const far = await delayed(service.port);
  const buyer = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('.js')) {
      const headers = { 'content-type': 'text/javascript' };
      return new Response(await readFile(`dist${pathname}`), { headers });
    }
    const body =
      pathname === '/element' ? '<endlink-finish outcome="complete" manual></endlink-finish>' : '';
    const tag = `<script src="/vaultlink.js" data-base-url="http://localhost:${far.port}"></script>`;
    return new Response(`<!doctype html><html lang="en"><head>${tag}</head><body>${body}</body>`, {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });

  const measure = async (name: string, path: string, isPreconnected: boolean) => {
    const url = await issue(service.origin, buyer.origin + path);
    // A profile of its own: some builds of Chromium open no connection ahead in a private context.
    const context = await chromium.launchPersistentContext('', { executablePath });
    const page = await context.newPage();
    const opened = far.nextConnection();
    await page.goto(url);
    if (isPreconnected) await opened;
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('-token.js')),
    );
    const durationMs = await page.evaluate(async () => {
      const started = performance.now();
      const vaultlink = window.vaultlink as Vaultlink;
      await vaultlink.report('complete');
      return performance.now() - started;
    });
    await context.close();
    return { name, roundTrips: durationMs / ROUND_TRIP_MS };
  };

  const costs = [
    await measure('connection not yet open', '/plain', false),
    await measure('after preconnect', '/element', true),
  ];
  far.close();
  sandbox.close();
  await Promise.all([service.close(), buyer.close()]);
  return costs;
}

async function issue(service: string, endlinkUrl: string): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(service + path, init)).json()) as Record<string, string>;
  };
  const { packet_id } = await post('/sandbox/packets', { endlink_url: endlinkUrl });
  const { url = '' } = await post('/sandbox/endlinks', { packet_id, seller_id: 'seller-1' });
  return url;
}

/** A proxy that is far away. */
async function delayed(port: number) {
  let announce: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const target = connect(port, 'localhost');
    // The handshake: what is sent first waits for it.
    const readyAtMs = performance.now() + ROUND_TRIP_MS;
    pipe(near, target, readyAtMs);
    pipe(target, near, 0);
    for (const socket of [near, target]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    setTimeout(() => {
      for (const call of announce) call();
      announce = [];
    }, ROUND_TRIP_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    nextConnection: () => new Promise<void>((resolve) => announce.push(resolve)),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function pipe(from: Socket, to: Socket, readyAtMs: number): void {
  from.on('data', (chunk) => {
    const waitMs = Math.max(readyAtMs - performance.now(), 0) + ROUND_TRIP_MS / 2;
    setTimeout(() => to.write(chunk), waitMs);
  });
  from.on('end', () => setTimeout(() => to.end(), ROUND_TRIP_MS));
}
