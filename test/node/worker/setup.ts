import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import type { Answer, ServiceRequest } from '../../support/service/answers.ts';
import { startListeningService } from '../../support/service/listening-service.ts';
import { startRedis } from '../../support/redis-server.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import type { Call } from '../in-process.ts';
import { killAll, vaultlink } from '../program.ts';
import { connectSellers, resultsIn, settingsFor, writeAnswers } from '../push/files.ts';
import type { Result } from '../push/files.ts';

/** The number of the line that a push sends. */
export const lineOf = ({ body }: ServiceRequest): number =>
  Number((body.payload as { line?: string }).line);

/** Answers the push of one line so. */
export const forLine =
  (line: number, answer: Answer): Answer =>
  (request, processRequest) =>
    lineOf(request) === line ? answer(request, processRequest) : processRequest();

/** Jobs of the queue by their state, which are named as Redis holds them. */
type Jobs = Partial<Record<'wait' | 'active' | 'completed' | 'failed', number>>;

/** How a worker is started: its concurrency and what differs from the other settings. */
type WorkerOptions = [
  concurrency?: number,
  options?: { keys?: string; lostAfterSeconds?: number; more?: Record<string, string> },
];

/** Waits until a worker takes lines. */
async function waitUntilTaking<Worker extends Call>(worker: Worker): Promise<Worker> {
  await worker.says(/^taking lines/);
  return worker;
}

/** A program that does not stop must fail its test, not block the others. */
export const limit = { timeout: 120_000 };

/** Starts all that a test of workers needs, for so many lines. It is gone when the test is over. */
export async function startFor(context: TestContext, lines: number) {
  const installation = await startInstallation(lines);
  context.after(async () => {
    killAll();
    await stopCalls();
    await installation.close();
  });
  return installation;
}

/** Redis, the stand-in for the service, a store with users who have connected, a file of answers, and the programs that work with them. */
async function startInstallation(lines: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-worker-'));
  const service = await startListeningService({
    takesAnyToken: true,
    now: () => performance.now(),
  });
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
  const workerCall = (...[concurrency = 8, options = {}]: WorkerOptions) => {
    const { keys = '', lostAfterSeconds = 30, more = {} } = options;
    return [
      [
        ...['worker', '--concurrency', String(concurrency)],
        ...['--lost-after', String(lostAfterSeconds)],
      ],
      { ...env, ...(keys && { VAULTLINK_KEYS: keys }), ...more },
    ] satisfies Parameters<typeof vaultlink>;
  };
  const pushParameters = (options: string[]) => [
    ...['push', '--queue', '--packet', 'packet-1'],
    ...options,
    answers,
  ];
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

  const { pushEndpoint } = service;
  return {
    service,
    pushEndpoint,
    /** The lines that the service has received, in ascending order. */
    receivedLines: () => pushEndpoint.requests.map(lineOf).sort((one, other) => one - other),
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
    worker: (...options: WorkerOptions) =>
      waitUntilTaking(callVaultlink(...workerCall(...options))),
    /** A worker in a process of its own, for signals and for its end, once it takes lines. */
    startWorker: (...options: WorkerOptions) =>
      waitUntilTaking(vaultlink(...workerCall(...options))),
    push: (...options: string[]) => callVaultlink(pushParameters(options), env),
    /** A push in a process of its own, for signals. */
    startPush: (...options: string[]) => vaultlink(pushParameters(options), env),
    /** Any command, with the variables of this installation and further ones. */
    run: (parameters: string[], more: Record<string, string> = {}) =>
      callVaultlink(parameters, { ...env, ...more }),
    /** Puts jobs into the queue that no push has made. */
    async addJobs(...data: unknown[]) {
      const queue = new Queue('pushes', { connection: redis, prefix: '{vaultlink}' });
      for (const one of data) await queue.add('push', one);
      await queue.close();
    },
    redis,
    /** Shuts Redis down, for good. */
    stopRedis() {
      redis.disconnect();
      return server.stop();
    },
    /** The user takes their consent back. */
    async disconnect(subject: string) {
      const store = sqliteStore(storePath);
      await store.disconnect(subject);
      await store.close();
    },
    /** Result of each line, in the order of lines. */
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
