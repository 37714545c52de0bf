import { VaultError } from '../../protocol/index.ts';

/** The address of a queue. */
export interface QueueAddress {
  /** URL of Redis for `parseRedisAddress`; may contain a password. */
  url: string;
  name: string;
  /** Prefix of the keys in Redis, written in braces. */
  prefix: string;
}

/** The environment variables of the queue. */
export interface QueueSettings {
  queue: string | undefined;
  queueName: string | undefined;
  queuePrefix: string | undefined;
  store: { kind: string; url?: string };
}

/** Defaults of the queue name and the key prefix. */
const DEFAULT_QUEUE_NAME = 'pushes';
const DEFAULT_QUEUE_PREFIX = 'vaultlink';

/**
 * Returns the address of the queue.
 *
 * @param chosen name and prefix from command-line options, which override the variables
 * @throws VaultError `configuration_error` if no variable names a Redis
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
    'VAULTLINK_QUEUE is missing. Set it to the Redis that holds the queue, such as redis://HOST. It is optional only if VAULTLINK_STORE is Redis.',
  );
}
