import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { listen } from 'vaultlink/node';
import { startRedis } from '../../support/redis-server.ts';
import { killAll, vaultlink } from '../program.ts';
import { connectSellers, resultsIn, settingsFor, writeAnswers } from '../push/files.ts';
import type { Result } from '../push/files.ts';
import { pushReply, tokenResponse } from '../service-replies.ts';

/** A push as it arrived. */
export interface Arrival {
  /** Its line. */
  line: number;
  /** How many have arrived with it. */
  number: number;
  /** Milliseconds since any moment. */
  atMs: number;
}

/** What the service says to a push; `undefined`: it takes it. */
type Answer = (arrival: Arrival) => Response | undefined | Promise<Response | undefined>;

async function startService(answer: Answer, tokenAnswer: () => Response) {
  const arrivals: Arrival[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];

  const listener = await listen(async (request) => {
    const body = (await request.json()) as { id?: string; payload?: { line?: string } };
    if (request.url.endsWith('/oauth/token')) return tokenAnswer();
    const number = arrivals.length + 1;
    const arrival = { line: Number(body.payload?.line), number, atMs: performance.now() };
    arrivals.push(arrival);
    while (waiting[0] && waiting[0].count <= arrivals.length) waiting.shift()?.resolve();
    return (await answer(arrival)) ?? Response.json(pushReply(String(body.id)));
  });

  return {
    origin: listener.origin,
    arrivals,
    /** The lines that arrived, in ascending order. */
    lines: () => arrivals.map(({ line }) => line).sort((one, other) => one - other),
    /** Waits until so many pushes have arrived. */
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        if (arrivals.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () => listener.close(),
  };
}

/** Jobs of the queue by their state, which are named as Redis holds them. */
type Jobs = Partial<Record<'wait' | 'active' | 'completed' | 'failed', number>>;

/** A program that does not stop must fail its test, not hold up all of them. */
export const limit = { timeout: 120_000 };

/** Gives a pair of tokens. */
const giveTokens = () => Response.json(tokenResponse(1));

/**
 * Starts all that a test of workers needs. It is gone when the test is over.
 *
 * @param answer of the service, which takes every push otherwise
 * @param tokenAnswer of its token endpoint, which gives tokens otherwise
 */
export async function startFor(
  context: TestContext,
  lines: number,
  answer: Answer = () => undefined,
  tokenAnswer = giveTokens,
) {
  const installation = await startInstallation(lines, answer, tokenAnswer);
  context.after(async () => {
    killAll();
    await installation.close();
  });
  return installation;
}

/** Redis, a service, a store with users who have connected, a file of answers, and the programs that work with them. */
async function startInstallation(lines: number, answer: Answer, tokenAnswer: () => Response) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-worker-'));
  const service = await startService(answer, tokenAnswer);
  const server = await startRedis('--appendonly', 'no');
  const redis = new Redis(server.url);
  const monitors: Redis[] = [];
  const storePath = join(folder, 'store.db');
  const answers = join(folder, 'answers.ndjson');
  await connectSellers(storePath, lines + 1);
  await writeAnswers(answers, lines, lines + 1);
  const env: Record<string, string> = {
    ...settingsFor(service.origin, storePath),
    VAULTLINK_QUEUE: server.url,
  };
  const key = (name: string) => `{vaultlink}:pushes:${name}`;

  async function jobs(): Promise<Jobs> {
    const counts = {
      wait: await redis.llen(key('wait')),
      active: await redis.llen(key('active')),
      completed: await redis.zcard(key('completed')),
      failed: await redis.zcard(key('failed')),
    };
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count));
  }

  return {
    service,
    env,
    answers,
    jobs,
    /** Waits until the queue holds these jobs, and no others. */
    async untilJobs(wanted: Jobs) {
      while (JSON.stringify(await jobs()) !== JSON.stringify(wanted));
    },
    /** Waits until the queue gives no job to anybody. */
    async untilPaused() {
      // Any lower number is how many jobs were taken in the last second.
      while (Number(await redis.get(key('limiter'))) < 1e9);
    },
    /** Lets the queue give jobs again. */
    unpause: () => redis.del(key('limiter')),
    /** Every command that Redis gets from now on. */
    async commands() {
      const commands: string[] = [];
      const monitor = await redis.monitor();
      monitors.push(monitor);
      monitor.on('monitor', (_: string, command: string[]) => commands.push(command.join(' ')));
      return commands;
    },
    /** A worker, once it takes lines. */
    async worker(concurrency = 8, { keys = '', lostAfterSeconds = 30, more = {} } = {}) {
      const worker = vaultlink(
        [
          ...['worker', '--concurrency', String(concurrency)],
          ...['--lost-after', String(lostAfterSeconds)],
        ],
        { ...env, ...(keys && { VAULTLINK_KEYS: keys }), ...more },
      );
      await worker.says(/^taking lines/);
      return worker;
    },
    push: (...options: string[]) =>
      vaultlink(['push', '--queue', '--packet', 'packet-1', ...options, answers], env),
    /** Any command, with the variables of this installation and further ones. */
    run: (parameters: string[], more: Record<string, string> = {}) =>
      vaultlink(parameters, { ...env, ...more }),
    /** Puts jobs into the queue that no push has made. */
    async addJobs(...data: unknown[]) {
      const queue = new Queue('pushes', { connection: redis, prefix: '{vaultlink}' });
      for (const one of data) await queue.add('push', one);
      await queue.close();
    },
    redis,
    /** The user takes their consent back. */
    async disconnect(subject: string) {
      const store = sqliteStore(storePath);
      await store.disconnect(subject);
      await store.close();
    },
    /** What became of each line, in the order of lines. */
    async results(): Promise<Result[]> {
      const all: Result[] = [];
      for await (const result of resultsIn(join(folder, 'answers.results.ndjson'))) {
        all.push(result);
      }
      return all.sort((one, other) => one.line - other.line);
    },
    async close() {
      for (const client of [redis, ...monitors]) client.disconnect();
      await service.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Numbers from 1. */
export const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

/** A promise, and what settles it. */
export function latch<T = void>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open };
}

/** An answer that keeps the first push waiting until it is let go, and lets the others be taken. */
export function holdFirst() {
  const [held, first] = [latch<undefined>(), latch<Arrival>()];
  return {
    arrived: first.opened,
    letGo: () => held.open(undefined),
    answer: (arrival: Arrival) => {
      if (arrival.number > 1) return undefined;
      first.open(arrival);
      return held.opened;
    },
  };
}
