import { once } from 'node:events';
import type { ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq';
import { VaultError } from '../../protocol/index.ts';
import { redisConnection } from '../../bff/stores/redis/redis-client.ts';
import type { RedisClient } from '../../bff/stores/redis/redis-client.ts';
import { createIoRedis } from '../stores/ioredis-client.ts';
import { parseRedisAddress } from '../stores/redis-address.ts';
import type { JobData, JobResult, PushJob } from './job.ts';
import type { QueueAddress } from './queue-address.ts';

/** Settings of a worker on the queue. */
export interface TakeOptions {
  /** How many jobs at a time. */
  concurrency: number;
  /** A worker that says nothing for so long has ended: another takes its jobs. */
  lostAfterMs: number;
}

/** The queue of pushes: jobs of BullMQ, in Redis. */
export interface PushQueue {
  name: string;
  jobs: Queue<JobData, JobResult>;
  /** What becomes of jobs, from now on. */
  listen(): Promise<QueueEvents>;
  /** Takes jobs. It stops no sooner than the queue. */
  take(process: (job: PushJob, token?: string) => Promise<JobResult>, options: TakeOptions): Worker;
  /** Whether no worker is there, as far as Redis tells. */
  isUnattended(): Promise<boolean>;
  /** For how many milliseconds no job may be taken. */
  pausedMs(): Promise<number>;
  /** Lets nobody take a job for as long, or for longer where that is so already. */
  pause(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** More jobs than are ever taken in a second: the engine looks for a pause only where it has a limit. */
const LIMIT = { max: 1_000_000_000, duration: 1000 };

/** So often the job of a worker that is lost is given to another. Whoever takes two workers down is not given a third. */
export const MOST_LOSSES = 1;

/**
 * Opens the queue. What goes wrong with the connection later is said on standard error; it is made anew by itself.
 *
 * @throws VaultError `configuration_error` where a package is missing, or Redis cannot be reached
 */
export async function openQueue({ url, name, prefix: braced }: QueueAddress): Promise<PushQueue> {
  const bullmq = await installed(() => import('bullmq'));
  const connection = bullmq && (await connect(url));
  if (!connection) {
    throw new VaultError(
      'configuration_error',
      'Pushes by workers need two packages: npm install bullmq ioredis (or redis).',
    );
  }
  const onError = createComplaint();
  const heard = <T extends Queue | QueueEvents | Worker>(part: T): T => {
    (part as Queue).on('error', onError);
    return part;
  };
  // The braces make a cluster keep all keys of the queue on one node.
  const prefix = `{${braced}}`;
  const settings = { connection: connection.client, prefix };
  const jobs = heard(new bullmq.Queue<JobData, JobResult>(name, settings));
  connection.onError(onError);
  const parts: { close(): Promise<void> }[] = [];

  return {
    name,
    jobs,
    async listen() {
      const events = heard(new bullmq.QueueEvents(name, settings));
      parts.push(events);
      await events.waitUntilReady();
      return events;
    },
    take(process, { concurrency, lostAfterMs }) {
      const worker = new bullmq.Worker<JobData, JobResult>(name, process, {
        ...settings,
        concurrency,
        limiter: LIMIT,
        lockDuration: lostAfterMs,
        stalledInterval: lostAfterMs,
        maxStalledCount: MOST_LOSSES,
      });
      parts.push(heard(worker));
      return worker;
    },
    isUnattended: () =>
      jobs.getWorkersCount().then(
        (count) => !count,
        () => false,
      ),
    pausedMs: async () => Math.max(0, await jobs.getRateLimitTtl(LIMIT.max)),
    pause: createPause(
      connection.client as unknown as RedisClient,
      `${prefix}:${name}:limiter`,
      LIMIT.max,
    ),
    async close() {
      for (const part of parts) await part.close();
      await jobs.close();
      connection.close();
    },
  };
}

/** A client of Redis. */
interface Connection {
  client: ConnectionOptions;
  onError(listener: (reason: Error) => void): void;
  close(): void;
}

/**
 * @param url as `parseRedisAddress` takes it
 * @returns `undefined`: no package for that is installed
 * @throws VaultError `configuration_error` where it cannot be reached, or the installed package does not do
 */
async function connect(url: string): Promise<Connection | undefined> {
  const address = parseRedisAddress(url);
  if (!address) throw new VaultError('configuration_error', 'This is no address of Redis.');
  const ioredis = await installed(() => import('ioredis'));
  if (ioredis) {
    // A command waits until Redis is back, however long that takes: BullMQ demands it.
    const client = createIoRedis(ioredis, address, { maxRetriesPerRequest: null });
    return connected(client, () => client.disconnect());
  }
  const redis = await installed(() => import('redis'));
  if (!redis) return undefined;
  if (address.kind !== 'single') {
    throw new VaultError(
      'configuration_error',
      'A queue in Redis behind sentinels, or in a cluster, needs ioredis: npm install ioredis.',
    );
  }
  const client = redis.createClient({ url });
  client.connect().catch(() => undefined);
  return connected(client, () => client.destroy());
}

/** @throws VaultError `configuration_error` where it cannot be reached */
async function connected(
  client: NodeJS.EventEmitter & object,
  close: () => void,
): Promise<Connection> {
  try {
    await once(client, 'ready');
    return {
      client: client as ConnectionOptions,
      onError: (listener) => void client.on('error', listener),
      close,
    };
  } catch (error) {
    client.on('error', () => undefined);
    close();
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new VaultError(
      'configuration_error',
      `The Redis of the queue cannot be reached (${reason}): check VAULTLINK_QUEUE.`,
    );
  }
}

/** @returns `undefined`: the package is not installed */
async function installed<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Says what goes wrong with Redis, once until that is something else: it is tried again many times a minute. */
function createComplaint(): (reason: Error) => void {
  let last = '';
  return (reason) => {
    // The message of a mistake in JSON quotes it.
    const message = reason instanceof SyntaxError ? 'A job holds no JSON.' : reason.message;
    if (message !== last) process.stderr.write(`Redis: ${message}\n`);
    last = message;
  };
}

/** In one step, so that of two workers that are asked to wait at the same time the longer one has its way. */
const PAUSE = `
local most, milliseconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local isPaused = tonumber(redis.call('GET', KEYS[1]) or 0) >= most
if not isPaused or redis.call('PTTL', KEYS[1]) < milliseconds then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', milliseconds)
end
return 1`;

/**
 * Lets nobody take a job of a BullMQ queue for some time, or for longer where that is so already.
 *
 * @param limiterKey where the queue counts the jobs that were taken of late
 * @param most jobs at a time: a higher count is a pause
 */
function createPause(client: RedisClient, limiterKey: string, most: number) {
  const connection = redisConnection(client, PAUSE);
  return async (milliseconds: number): Promise<void> => {
    const parameters = [most, Math.ceil(milliseconds), Number.MAX_SAFE_INTEGER].map(String);
    await connection.run([limiterKey], parameters);
  };
}
