import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { createBackoff } from '../../bff/operating.ts';
import type { RedisAddress } from '../config/redis-address.ts';

/** Timeouts and retries for each server. */
type ServerOptions = Pick<
  RedisOptions,
  | 'autoResendUnfulfilledCommands'
  | 'commandTimeout'
  | 'connectTimeout'
  | 'enableOfflineQueue'
  | 'maxRetriesPerRequest'
>;

/** Milliseconds until the next attempt to connect. */
export const reconnectDelayMs = createBackoff({ firstMs: 50, longestMs: 2000, fixedPart: 0.5 });

/** Removes `undefined` fields, which the drivers treat differently from missing ones. */
export const withoutUndefined = <T extends Readonly<Record<string, string | undefined>>>(
  fields: T,
) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: string;
  };

/**
 * Creates an `ioredis` client, which connects and reconnects by itself.
 *
 * @param options for each server
 */
export function createIoRedis(
  ioredis: { Cluster: typeof Cluster; Redis: typeof Redis },
  address: RedisAddress,
  options: ServerOptions,
): Redis | Cluster {
  const retryStrategy = (attempts: number) => reconnectDelayMs(attempts);
  const each = { ...options, retryStrategy };
  if (address.kind === 'single') return new ioredis.Redis(address.url, each);
  const { kind, nodes, masterName, username, password, isEncrypted } = address;
  const { sentinelUsername, sentinelPassword } = address;
  const signedIn = withoutUndefined({ username, password });
  if (kind === 'cluster') {
    const { enableOfflineQueue = true, ...ofNode } = options;
    return new ioredis.Cluster(nodes, {
      enableOfflineQueue,
      clusterRetryStrategy: retryStrategy,
      redisOptions: { ...ofNode, ...signedIn, ...(isEncrypted && { tls: {} }) },
    });
  }
  return new ioredis.Redis({
    ...each,
    ...signedIn,
    ...withoutUndefined({ sentinelUsername, sentinelPassword }),
    ...(isEncrypted && { tls: {}, enableTLSForSentinelMode: true }),
    sentinels: nodes,
    name: masterName,
    sentinelRetryStrategy: retryStrategy,
  });
}
