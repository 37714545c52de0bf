import { once } from 'node:events';
import type { Store } from '../../bff/index.ts';
import { redisStore, type RedisStoreOptions } from '../../bff/stores/redis/redis.ts';
import { VaultError } from '../../protocol/index.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, installedDriver, type Drivers } from './driver.ts';
import { createIoRedis, withoutUndefined, reconnectDelayMs } from './ioredis-client.ts';
import { parseRedisAddress, type RedisAddress } from '../config/redis-address.ts';

type OpenRedis = (address: RedisAddress, options: RedisStoreOptions) => Promise<Store>;

/**
 * The supported drivers, in order of preference. While the server is unavailable, both fail immediately instead of queueing calls, and reconnect by
 * themselves.
 */
export const REDIS_DRIVERS: Drivers<OpenRedis> = {
  async redis() {
    const { createClient, createCluster, createSentinel } = await import('redis');
    const socket = {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      reconnectStrategy: (attempts: number) => reconnectDelayMs(attempts),
    };
    const each = { disableOfflineQueue: true, pingInterval: ANSWER_TIMEOUT_MS / 3 };
    /** Creates a client that is not yet connected. */
    function create(address: RedisAddress) {
      if (address.kind === 'single') return createClient({ ...each, url: address.url, socket });
      const { kind, nodes, masterName: name, username, password, isEncrypted } = address;
      const { sentinelUsername, sentinelPassword } = address;
      const secured = isEncrypted ? { ...socket, tls: true as const } : socket;
      const signedIn = withoutUndefined({ username, password });
      if (kind === 'cluster') {
        return createCluster({
          rootNodes: nodes.map((node) => ({ socket: { ...secured, ...node } })),
          defaults: { ...each, ...signedIn, socket: secured },
        });
      }
      return createSentinel({
        name,
        sentinelRootNodes: nodes,
        nodeClientOptions: { ...each, ...signedIn, socket: secured },
        sentinelClientOptions: {
          ...withoutUndefined({ username: sentinelUsername, password: sentinelPassword }),
          socket: secured,
        },
        scanInterval: SENTINEL_SCAN_INTERVAL_MS,
      });
    }
    return async (address, options) => {
      const client = create(address);
      // Callers get their own errors. Without a listener, the event would end the process.
      client.on('error', () => undefined);
      if (address.kind === 'single') {
        const ready = once(client, 'ready');
        client.connect().catch(() => undefined);
        await ready.catch(() => undefined);
      } else {
        await client.connect().catch(() => undefined);
      }
      return { ...redisStore(client, options), close: () => client.destroy() };
    };
  },
  async ioredis() {
    const ioredis = await import('ioredis');
    return async (address, options) => {
      const client = createIoRedis(ioredis, address, {
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        connectTimeout: CONNECT_TIMEOUT_MS,
        commandTimeout: ANSWER_TIMEOUT_MS,
        enableOfflineQueue: false,
      });
      client.on('error', () => undefined);
      await once(client, 'ready').catch(() => undefined);
      return { ...redisStore(client, options), close: () => client.disconnect() };
    };
  },
};

/** Interval at which the client asks the sentinels for the master, in milliseconds. */
const SENTINEL_SCAN_INTERVAL_MS = 1000;

/**
 * Opens a store in Redis with the first installed driver. Succeeds even if the server is unavailable: each call then fails until it is back.
 *
 * @param url for {@link parseRedisAddress}
 * @throws VaultError `configuration_error` if no driver is installed
 */
export async function openRedis(
  url: string,
  drivers = REDIS_DRIVERS,
  options: RedisStoreOptions = {},
): Promise<Store> {
  const address = parseRedisAddress(url);
  if (!address) throw new VaultError('configuration_error', 'This is not a valid Redis address.');
  const open = await installedDriver('Redis', drivers);
  return open(address, options);
}
