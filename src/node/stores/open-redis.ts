import { once } from 'node:events';
import type { Store } from '../../bff/index.ts';
import { messageOf } from '../../bff/operating.ts';
import { redisStore } from '../../bff/stores/redis/redis.ts';
import type {
  IoRedisClient,
  NodeRedisClient,
  RedisStoreOptions,
} from '../../bff/stores/redis/redis.ts';
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
      const explain = explainerOf(client);
      if (address.kind === 'single') {
        const ready = once(client, 'ready');
        client.connect().catch(() => undefined);
        await ready.catch(() => undefined);
      } else {
        await client.connect().catch(() => undefined);
      }
      const called: NodeRedisClient = client;
      const explained: NodeRedisClient = {
        eval: (...parameters) => called.eval(...parameters).catch(explain),
        evalSha: (...parameters) => called.evalSha(...parameters).catch(explain),
        ...(called.configGet && {
          configGet: async (name) => called.configGet?.(name).catch(explain),
        }),
      };
      return { ...redisStore(explained, options), close: () => client.destroy() };
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
      const explain = explainerOf(client);
      await once(client, 'ready').catch(() => undefined);
      const explained: IoRedisClient = {
        eval: (...parameters) => client.eval(...parameters).catch(explain),
        evalsha: (...parameters) => client.evalsha(...parameters).catch(explain),
        config: (...parameters) => client.config(...parameters).catch(explain),
      };
      return { ...redisStore(explained, options), close: () => client.disconnect() };
    };
  },
};

/** The events of a client. */
interface Reporting {
  on(event: 'error' | 'ready', listener: (error: unknown) => void): unknown;
}

/** Matches the error of a call to a client that has no connection. */
const OFFLINE = /offline|closed|isn't writeable/;

/**
 * Creates a function that throws the error of a call. If the client has no connection, the error says why: the drivers tell that only to a listener,
 * without which the event would end the process.
 */
function explainerOf(client: Reporting): (error: unknown) => never {
  let reason: string | undefined;
  client.on('error', (error) => (reason = messageOf(error)));
  client.on('ready', () => (reason = undefined));
  return (error) => {
    if (reason === undefined || !OFFLINE.test(messageOf(error))) throw error;
    throw new Error(`There is no connection to Redis: ${reason}`, { cause: error });
  };
}

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
