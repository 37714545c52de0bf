/**
 * Floods the relay of one `vaultlink serve` on SQLite with tokens that nobody has, while the service is away and an honest seller reports beside it.
 *
 *     npm run soak:flood-outcomes
 *
 * First as many junk outcomes as the limits let through in an hour, all at once, to see what they take on disk. Then, with the limits as they are, junk
 * from one address, from one network and from everywhere. Ends with 1 where a goal is missed. A flood from everywhere has no goal: no limit can tell it
 * from honest sellers, who are refused for a while, and whose pages try again.
 */
import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startServer, stopAll, temporarySqlite } from './bench/compare.ts';
import { megabytes } from './flood/goals.ts';
import { measureStore } from './flood/store-size.ts';
import { quantile } from './flood/user.ts';
import { ORIGIN, variables } from './node/program.ts';

/** Requests that the limits let through in an hour: 1,200 a minute by default. */
const JUNK_OF_AN_HOUR = 72_000;
const CONNECTIONS = 32;
const SECONDS = 20;
/** Requests a second of the flood that meets the limits, and of the honest sellers beside it. */
const JUNK_RATE = 500;
const HONEST_RATE = 5;

/** Goals: bytes of an hour of junk, and milliseconds that 99 of 100 honest sellers wait. */
const MAX_BYTES = 60e6;
const MAX_P99_MS = 1000;

/** An address at which nothing listens. */
const AWAY = 'http://127.0.0.1:9';
const agent = new Agent({ connections: 512 });
const missed: string[] = [];

/** Starts a backend with a relay, behind a proxy that names the client. */
async function startRelay(limits: Record<string, string> = {}) {
  const store = temporarySqlite();
  const env = {
    ...variables(AWAY),
    VAULTLINK_STORE: store,
    VAULTLINK_RELAY: 'on',
    VAULTLINK_TRUSTED_PROXIES: '127.0.0.1',
    ...limits,
  };
  const server = await startServer('src/node/cli.ts', { parameters: ['serve'], env });
  const size = () => measureStore({ kind: 'sqlite', path: store.slice('sqlite:'.length) });
  return { server, size };
}

/** Reports an outcome of a token that nobody has. @returns the status, and for how long it waited */
async function report(address: string, client: string) {
  const startMs = performance.now();
  const answer = await request(`${address}/vault/endlinks/complete`, {
    dispatcher: agent,
    method: 'POST',
    headers: {
      ...{ 'x-vaultlink': '1', origin: ORIGIN, 'content-type': 'application/json' },
      'x-forwarded-for': client,
    },
    body: JSON.stringify({ token: randomUUID(), age_seconds: 60 }),
  });
  await answer.body.dump();
  return { status: answer.statusCode, waitedMs: performance.now() - startMs };
}

type Answers = Awaited<ReturnType<typeof report>>[];

/** Sends at a fixed rate until something else has ended. */
async function reportWhile(address: string, rate: number, client: () => string, over: AbortSignal) {
  const sent: Promise<Awaited<ReturnType<typeof report>>>[] = [];
  const startMs = performance.now();
  for await (const startedAtMs of setInterval(5, startMs)) {
    if (over.aborted) break;
    const due = ((performance.now() - startedAtMs) / 1000) * rate;
    while (sent.length < due) sent.push(report(address, client()));
  }
  return Promise.all(sent);
}

function describe(name: string, answers: Answers): void {
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
    ([status, list]) => `${status}: ${list?.length}`,
  );
  const p99Ms = quantile(
    answers.map(({ waitedMs }) => waitedMs),
    0.99,
  );
  console.log(`  ${name.padEnd(34)} ${statuses.join(', ').padEnd(30)} p99 ${p99Ms.toFixed(1)} ms`);
}

const random = (most: number) => Math.floor(Math.random() * most);
const anyAddress = () => `${11 + random(180)}.${random(250)}.${random(250)}.${1 + random(250)}`;

async function floodOfAnHour(): Promise<void> {
  const { server, size } = await startRelay({
    VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE: '1000000',
    VAULTLINK_CALLS_IN_ALL_PER_MINUTE: '1000000',
  });
  const before = await size();
  const over = new AbortController();
  const honest = reportWhile(server.address, HONEST_RATE, () => '198.51.100.7', over.signal);
  let left = JUNK_OF_AN_HOUR;
  const connection = async () => {
    while (left-- > 0) await report(server.address, '203.0.113.9');
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  over.abort();
  const after = await size();
  const bytes = after.bytes - before.bytes;
  console.log(
    `\nJunk of an hour, at once: ${after.entries - before.entries} rows, ${megabytes(bytes)}, ${(bytes / JUNK_OF_AN_HOUR).toFixed(0)} bytes each`,
  );
  describe('honest sellers beside it', await honest);
  if (bytes > MAX_BYTES) missed.push(`The store grew by ${megabytes(bytes)}.`);
  judge(await honest);
}

async function floodAgainstLimits(name: string, client: () => string): Promise<Answers> {
  const { server, size } = await startRelay();
  const over = new AbortController();
  const until = AbortSignal.timeout(SECONDS * 1000);
  until.addEventListener('abort', () => over.abort());
  const honest = reportWhile(server.address, HONEST_RATE, honestAddress, over.signal);
  const junk = await reportWhile(server.address, JUNK_RATE, client, over.signal);
  console.log(`\n${name}, ${JUNK_RATE} a second: ${(await size()).entries} rows`);
  describe('junk', junk);
  describe('honest sellers beside it', await honest);
  return honest;
}

/** A seller each, of many networks. */
const honestAddress = () => `${11 + random(180)}.${random(250)}.7.${1 + random(250)}`;

function judge(honest: Answers): void {
  const refused = honest.filter(({ status }) => status !== 202).length;
  if (refused) missed.push(`${refused} of ${honest.length} honest sellers were not served.`);
  const waits = honest.map(({ waitedMs }) => waitedMs);
  if (quantile(waits, 0.99) > MAX_P99_MS) missed.push('Honest sellers waited for too long.');
}

await floodOfAnHour();
judge(await floodAgainstLimits('Junk from one address', () => '203.0.113.9'));
const ofOneNetwork = () => `203.0.${random(250)}.${1 + random(250)}`;
judge(await floodAgainstLimits('Junk from one network', ofOneNetwork));
await floodAgainstLimits('Junk from everywhere', anyAddress);
for (const sentence of missed) console.log(`MISSED: ${sentence}`);
console.log(missed.length ? '\nNot every goal is met.' : '\nEvery goal is met.');
process.exitCode = missed.length ? 1 : 0;
stopAll();
await agent.close();
