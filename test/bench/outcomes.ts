/**
 * Measures the cost of a stored outcome in `vaultlink serve` on SQLite: the CPU of an accept compared with a session check, and the time that a page
 * waits at a fixed rate. Measures both with 100,000 rows that wait, and while outcomes are delivered.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { sqliteStore } from '../../src/bff/stores/sqlite/sqlite.ts';
import { outboxOf } from '../bff/outcomes/setup.ts';
import { ORIGIN, variables } from '../node/program.ts';
import { startServer, stopAll, temporarySqlite } from './compare.ts';
import type { Server } from './compare.ts';
import { cookieOf, writeSessions } from './sessions.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);

/** Goals: milliseconds that 99 of 100 pages wait, and the cost of an accept in session checks. */
const MAX_P99_MS = 50;
const MAX_CHECKS = 3;
/** Goal: the cost of an accept beside 100,000 rows, in accepts beside 1,000. */
const MAX_GROWTH = 1.3;

const HEADERS = { 'x-vaultlink': '1', origin: ORIGIN, 'content-type': 'application/json' };
const agent = new Agent({ keepAlive: true, maxSockets: 1024 });

/** An address at which nothing listens. */
const AWAY = 'http://127.0.0.1:9';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const accept = (): Sent => ({
  ...{ method: 'POST', path: '/vault/endlinks/complete', headers: HEADERS },
  body: JSON.stringify({ token: randomUUID(), age_seconds: 60 }),
});

const check = (): Sent => ({
  ...{ method: 'GET', path: '/vault/session', headers: { ...HEADERS, cookie: cookieOf(1) } },
  body: '',
});

/** Sends one request. @returns for how long it waited for the answer */
function send(server: Server, { method, path, headers, body }: Sent, statuses: Set<number>) {
  const startMs = performance.now();
  return new Promise<number>((resolve, reject) => {
    const sent = request(server.address + path, { agent, method, headers }, (answer) => {
      statuses.add(answer.statusCode ?? 0);
      answer.resume();
      answer.on('end', () => resolve(performance.now() - startMs));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends at a fixed rate, whether or not the answers come. */
async function measure(name: string, server: Server, rate: number, next: () => Sent) {
  const statuses = new Set<number>();
  const run = async (seconds: number) => {
    const sent: Promise<number>[] = [];
    const startMs = performance.now();
    for await (const startedAtMs of setInterval(2, startMs)) {
      if (performance.now() - startedAtMs > seconds * 1000) break;
      const due = ((performance.now() - startMs) / 1000) * rate;
      while (sent.length < due) sent.push(send(server, next(), statuses));
    }
    return Promise.all(sent);
  };
  // The first second is for the compiler.
  await run(1);
  const before = await server.cpu();
  const waited = (await run(SECONDS)).sort((one, other) => one - other);
  const cost = ((await server.cpu()) - before) / waited.length;
  const p99Ms = waited[Math.floor(waited.length * 0.99)] ?? 0;
  const perSecond = Math.round(waited.length / SECONDS);
  console.log(
    `  ${name.padEnd(44)} ${cost.toFixed(0).padStart(5)} µs  p99 ${p99Ms.toFixed(1).padStart(6)} ms  ${String(perSecond).padStart(5)} /s  ${[...statuses].join(', ')}`,
  );
  return { cost, p99Ms };
}

/** Fills the outbox with rows that wait for an hour. */
async function fill(path: string, rows: number): Promise<void> {
  const store = sqliteStore(path);
  const outbox = outboxOf(store);
  const nowMs = Date.now();
  const times = { acceptedAtMs: nowMs, expiresAtMs: nowMs + 3_600_000, dueAtMs: nowMs + 3_000_000 };
  const flags = {
    kind: 'outcome',
    name: 'complete',
    isAnonymous: true,
    isUnapproved: false,
  } as const;
  for (let written = 0; written < rows; written += 1000)
    await Promise.all(
      Array.from({ length: Math.min(1000, rows - written) }, async () =>
        outbox.accept({ key: randomUUID(), payload: `k1.${'x'.repeat(120)}`, ...flags, ...times }),
      ),
    );
  await store.close();
}

async function startServe(serviceAddress: string, rows = 0): Promise<Server> {
  const store = temporarySqlite();
  const path = store.slice('sqlite:'.length);
  await writeSessions(path, 1000);
  await fill(path, rows);
  return startServer('src/node/cli.ts', {
    parameters: ['serve'],
    env: {
      ...variables(serviceAddress),
      VAULTLINK_STORE: store,
      VAULTLINK_RELAY: 'on',
      VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '1000000',
      VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '1000000',
    },
  });
}

const verdict = (figure: number, most: number) =>
  `${figure.toFixed(2)}  ${figure <= most ? `within ${most}` : `OVER ${most}`}`;

const service = await startServer('test/bench/processes/fastest-service.ts');
const [delivering, away, awayAndFew, awayAndMany] = [
  await startServe(service.address),
  await startServe(AWAY),
  await startServe(AWAY, 1000),
  await startServe(AWAY, 100_000),
];
console.log(`\nOutcomes on SQLite, ${SECONDS} seconds each`);
const session = await measure('a session check', delivering, 1000, check);
const delivered = await measure('accepted and delivered', delivering, 500, accept);
const stored = await measure('accepted, the service away', away, 1000, accept);
const few = await measure('the same, beside 1,000 that wait', awayAndFew, 500, accept);
const many = await measure('the same, beside 100,000 that wait', awayAndMany, 500, accept);
console.log(`  p99 at 500 /s, delivered, in ms: ${verdict(delivered.p99Ms, MAX_P99_MS)}`);
console.log(`  p99 at 1,000 /s, in ms: ${verdict(stored.p99Ms, MAX_P99_MS)}`);
console.log(`  an accept in session checks: ${verdict(stored.cost / session.cost, MAX_CHECKS)}`);
console.log(`  beside 100,000 in those beside 1,000: ${verdict(many.cost / few.cost, MAX_GROWTH)}`);
stopAll();
