import { once } from 'node:events';
import type { ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq';
import { VaultError } from '../../protocol/index.ts';
import { redisConnection, type RedisClient } from '../../bff/operating.ts';
import { createIoRedis } from '../stores/ioredis-client.ts';
import { parseRedisAddress } from '../config/redis-address.ts';
import type { JobData, JobResult, PushJob } from './job.ts';
import type { QueueAddress } from './queue-address.ts';
import { closeUnlessAway, recordCopies, watchAway, type RedisState } from './redis-away.ts';

/** Options of a worker. */
export interface TakeOptions {
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  /** After this time without a sign of life, a worker counts as lost, and another takes its jobs. */
  lostAfterMs: number;
}

/** The queue of pushes: BullMQ jobs in Redis. */
export interface PushQueue {
  name: string;
  jobs: Queue<JobData, JobResult>;
  /** Subscribes to job events from now on. */
  listen(): Promise<QueueEvents>;
  /** Starts a worker. It runs until {@link PushQueue.stop} or until the queue closes. */
  take(process: (job: PushJob, token?: string) => Promise<JobResult>, options: TakeOptions): Worker;
  /** Stops a worker after its current jobs. Does not wait for a Redis that is away. */
  stop(worker: Worker): Promise<void>;
  /** Returns whether the queue has no worker, as far as Redis knows. */
  isUnattended(): Promise<boolean>;
  /** Remaining milliseconds during which workers may take no job. */
  pausedMs(): Promise<number>;
  /** Pauses all workers for a time. Never shortens an earlier pause. */
  pause(milliseconds: number): Promise<void>;
  /** Calls back when Redis has been away for five seconds. Returns a function that stops watching. */
  watchAway(onAway: () => void): () => void;
  /** Closes the queue. Does not wait for a Redis that is away. */
  close(): Promise<void>;
}

/** A limit that is never reached. BullMQ honors a pause only if a limit is set. */
const LIMIT = { max: 1_000_000_000, duration: 1000 };

/** Number of times that the job of a lost worker is given to another one. A job that takes two workers down is not given to a third. */
export const MAX_LOSSES = 1;

/**
 * Opens the queue. Reconnects by itself after connection errors.
 *
 * @param warn called with each connection error, without repetitions
 * @throws VaultError `configuration_error` if a package is missing, or Redis cannot be reached
 */
export async function openQueue(
  { url, name, prefix: braced }: QueueAddress,
  warn: (sentence: string) => void,
): Promise<PushQueue> {
  const bullmq = await installed(() => import('bullmq'));
  const connection = bullmq && (await connect(url));
  if (!connection) {
    throw new VaultError(
      'configuration_error',
      'The queue needs two packages. Install them with: npm install bullmq ioredis (or redis).',
    );
  }
  const onError = createComplaint(warn);
  const withErrorHandler = <T extends Queue | QueueEvents | Worker>(part: T): T => {
    (part as Queue).on('error', onError);
    return part;
  };
  // In a cluster, the braces keep all keys of the queue on one node.
  const prefix = `{${braced}}`;
  const settings = { connection: connection.client, prefix };
  const jobs = withErrorHandler(new bullmq.Queue<JobData, JobResult>(name, settings));
  connection.onError(onError);
  const parts: { close(): Promise<void> }[] = [];
  let isAway = false;
  const close = async (parts: readonly { close(): Promise<void> }[]) => {
    const closeAll = () => Promise.all(parts.map((part) => part.close().catch(onError)));
    isAway ||= !(await closeUnlessAway(closeAll, connection.clients));
  };

  return {
    name,
    jobs,
    async listen() {
      const events = withErrorHandler(new bullmq.QueueEvents(name, settings));
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
        maxStalledCount: MAX_LOSSES,
      });
      parts.push(withErrorHandler(worker));
      return worker;
    },
    stop: (worker) => close([worker]),
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
    watchAway: (onAway) => watchAway(connection.clients, onAway),
    async close() {
      await close([...parts, jobs]);
      connection.close();
    },
  };
}

/** A Redis connection. */
interface Connection {
  client: ConnectionOptions;
  /** The client and the copies that BullMQ makes of it for blocking commands. */
  clients: readonly RedisState[];
  onError(listener: (reason: Error) => void): void;
  close(): void;
}

/**
 * Connects to Redis.
 *
 * @param url for `parseRedisAddress`
 * @returns `undefined` if no Redis package is installed
 * @throws VaultError `configuration_error` if Redis cannot be reached, or the installed package does not support the address
 */
async function connect(url: string): Promise<Connection | undefined> {
  const address = parseRedisAddress(url);
  if (!address) throw new VaultError('configuration_error', 'This is not a valid Redis address.');
  const ioredis = await installed(() => import('ioredis'));
  if (ioredis) {
    // BullMQ requires that commands wait without limit until Redis is back.
    const client = createIoRedis(ioredis, address, { maxRetriesPerRequest: null });
    return connected(client, () => client.disconnect());
  }
  const redis = await installed(() => import('redis'));
  if (!redis) return undefined;
  if (address.kind !== 'single') {
    throw new VaultError(
      'configuration_error',
      'A queue in Redis with sentinels or in a cluster needs ioredis. Install it with: npm install ioredis.',
    );
  }
  const client = redis.createClient({ url });
  client.connect().catch(() => undefined);
  return connected(client, () => client.destroy());
}

/**
 * Waits for the connection.
 *
 * @throws VaultError `configuration_error` if Redis cannot be reached
 */
async function connected(client: RedisState, close: () => void): Promise<Connection> {
  const clients = recordCopies(client);
  try {
    await once(client, 'ready');
    return {
      client: client as ConnectionOptions,
      clients,
      onError: (listener) => void client.on('error', listener),
      close,
    };
  } catch (error) {
    client.on('error', () => undefined);
    close();
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new VaultError(
      'configuration_error',
      `The Redis of the queue cannot be reached (${reason}). Check VAULTLINK_QUEUE.`,
    );
  }
}

/** @returns `undefined` if the package is not installed */
async function installed<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Returns a function that reports Redis errors. Skips repetitions, because the connection is retried many times a minute. */
function createComplaint(warn: (sentence: string) => void): (reason: Error) => void {
  let last = '';
  return (reason) => {
    // The message of a JSON syntax error quotes the data.
    const message = reason instanceof SyntaxError ? 'A job is not valid JSON.' : reason.message;
    if (message !== last) warn(`Redis: ${message}`);
    last = message;
  };
}

/** Atomic, so that the longer of two concurrent pauses wins. */
const PAUSE = `
local most, milliseconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local isPaused = tonumber(redis.call('GET', KEYS[1]) or 0) >= most
if not isPaused or redis.call('PTTL', KEYS[1]) < milliseconds then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', milliseconds)
end
return 1`;

/**
 * Creates a function that pauses a BullMQ queue for a time. Never shortens an earlier pause.
 *
 * @param limiterKey key in which the queue counts recent jobs
 * @param most limit of jobs: a higher count is a pause
 */
function createPause(client: RedisClient, limiterKey: string, most: number) {
  const connection = redisConnection(client, PAUSE);
  return async (milliseconds: number): Promise<void> => {
    const parameters = [most, Math.ceil(milliseconds), Number.MAX_SAFE_INTEGER].map(String);
    await connection.run([limiterKey], parameters);
  };
}
