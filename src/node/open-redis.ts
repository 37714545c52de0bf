import { once } from 'node:events';
import { createBackoff } from '../bff/backoff.ts';
import type { Store } from '../bff/index.ts';
import { redisStore } from '../bff/stores/redis/redis.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, installedDriver } from './driver.ts';
import type { Drivers } from './driver.ts';

type OpenRedis = (url: string) => Promise<Store>;

/** What can be installed, the first choice first. Both fail at once while the server is away, rather than keep calls for later, and connect again by themselves. */
export const REDIS_DRIVERS: Drivers<OpenRedis> = {
  async redis() {
    const { createClient } = await import('redis');
    return async (url) => {
      const client = createClient({
        url,
        disableOfflineQueue: true,
        pingInterval: ANSWER_TIMEOUT_MS / 3,
        socket: {
          connectTimeout: CONNECT_TIMEOUT_MS,
          socketTimeout: ANSWER_TIMEOUT_MS,
          reconnectStrategy: (retries) => pauseMsOf(retries),
        },
      });
      // Each call that fails is told; without a listener the process would end.
      client.on('error', () => undefined);
      const ready = once(client, 'ready');
      client.connect().catch(() => undefined);
      await ready.catch(() => undefined);
      return { ...redisStore(client), close: () => client.destroy() };
    };
  },
  async ioredis() {
    const { Redis } = await import('ioredis');
    return async (url) => {
      const client = new Redis(url, {
        enableOfflineQueue: false,
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        connectTimeout: CONNECT_TIMEOUT_MS,
        commandTimeout: ANSWER_TIMEOUT_MS,
        retryStrategy: (attempts) => pauseMsOf(attempts),
      });
      client.on('error', () => undefined);
      await once(client, 'ready').catch(() => undefined);
      return { ...redisStore(client), close: () => client.disconnect() };
    };
  },
};

/** Before the next attempt to connect, in milliseconds. */
const pauseMsOf = createBackoff({ firstMs: 50, longestMs: 2000, fixedPart: 0.5 });

/**
 * A store in Redis, through whichever driver is installed. It is there even where the server is away: until that comes back, each call fails.
 *
 * @param url `redis://…` or `rediss://…`
 * @throws VaultError `configuration_error` where no driver is installed
 */
export async function openRedis(url: string, drivers = REDIS_DRIVERS): Promise<Store> {
  const open = await installedDriver('Redis', drivers);
  return open(url);
}
