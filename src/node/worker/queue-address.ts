import { VaultError } from '../../protocol/index.ts';

/** Where a queue is. */
export interface QueueAddress {
  /** Of Redis, as `parseRedisAddress` takes it; may hold a password. */
  url: string;
  name: string;
  /** What the keys in Redis begin with, in braces. */
  prefix: string;
}

/** What the environment says of the queue. */
export interface QueueSettings {
  queue: string | undefined;
  queueName: string | undefined;
  queuePrefix: string | undefined;
  store: { kind: string; url?: string };
}

/** The name of the queue and the beginning of its keys, unless somebody chooses others. */
const DEFAULT_QUEUE_NAME = 'pushes';
const DEFAULT_QUEUE_PREFIX = 'vaultlink';

/**
 * Where the queue is.
 *
 * @param chosen name and prefix by the options of a command, which count before the variables
 * @throws VaultError `configuration_error` where no variable leads to Redis
 */
export function queueAddressOf(
  {
    queue,
    queueName = DEFAULT_QUEUE_NAME,
    queuePrefix = DEFAULT_QUEUE_PREFIX,
    store,
  }: QueueSettings,
  chosen: { name?: string | undefined; prefix?: string | undefined } = {},
): QueueAddress {
  const url = queue ?? (store.kind === 'redis' ? store.url : undefined);
  if (url !== undefined) {
    return { url, name: chosen.name ?? queueName, prefix: chosen.prefix ?? queuePrefix };
  }
  throw new VaultError(
    'configuration_error',
    'VAULTLINK_QUEUE is missing: set it to the Redis that holds the queue, such as redis://HOST, unless VAULTLINK_STORE is Redis.',
  );
}
