import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { listen } from '../../src/node/index.ts';
import type { EndlinkEngine } from '../../src/browser/endlink/parts.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { median } from './compare.ts';

/** Each direction of the way to the service takes half of this. */
const ROUND_TRIP_MS = 150;

const ROUNDS = 5;

/** What a report cost. */
export interface ReportCost {
  name: string;
  roundTrips: number;
}

/** Reports in the page. Returns how long it took, in milliseconds. */
type Run = (service: string) => Promise<number>;

const reportByEngine: Run = async () => {
  const started = performance.now();
  await (window.vaultlink as EndlinkEngine).report('complete');
  return performance.now() - started;
};

/** The least that a report can cost here. */
const reportByHand: Run = async (service) => {
  const token = (window.vaultlink as EndlinkEngine).token() ?? '';
  const started = performance.now();
  const url = `${service}/api/v3/endlinks/complete?service_endlink_token=${token}`;
  await (await fetch(url, { credentials: 'omit', keepalive: true })).text();
  return performance.now() - started;
};

/**
 * Times reports to a service that is far away: the sandbox behind a proxy that delays each direction, and each new connection by a
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

  /** Opens a landing page, lets `run` report in it, and returns how long that took. */
  const measure = async (path: string, run: Run) => {
    const url = await issue(service.origin, buyer.origin + path);
    // A profile of its own: some builds of Chromium open no connection ahead in a private context.
    const context = await chromium.launchPersistentContext('', { executablePath });
    const page = await context.newPage();
    const opened = far.nextConnection();
    await page.goto(url);
    // Whoever presses a button has read the page: all that it loads is there.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => (window.vaultlink as EndlinkEngine).load('token'));
    if (path === '/element') await opened;
    const durationMs = await page.evaluate(run, `http://localhost:${far.port}`);
    await context.close();
    return durationMs;
  };

  const costs: ReportCost[] = [];
  for (const [name, path, run] of [
    ['connection not yet open', '/plain', reportByEngine],
    ['after preconnect', '/element', reportByEngine],
    ['a bare fetch after preconnect', '/element', reportByHand],
  ] as const) {
    const durations: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) durations.push(await measure(path, run));
    costs.push({ name, roundTrips: median(durations) / ROUND_TRIP_MS });
  }
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
