/** A Redis client and its state: `status` of ioredis, `isOpen` and `isReady` of redis. */
export interface RedisState extends NodeJS.EventEmitter {
  status?: string;
  isOpen?: boolean;
  isReady?: boolean;
}

/** Milliseconds for which Redis may be away before nothing waits for it any more. */
const MAX_AWAY_MS = 5_000;

/** Interval of the checks whether Redis is away. */
const CHECK_INTERVAL_MS = 250;

/**
 * Records the copies of a client. BullMQ makes one for each blocking command and does not show them.
 *
 * @returns the client and its copies, now and later
 */
export function recordCopies(client: RedisState): readonly RedisState[] {
  const clients = [client];
  const copyable = client as RedisState & { duplicate(...options: unknown[]): RedisState };
  const duplicate = copyable.duplicate.bind(client);
  copyable.duplicate = (...options) => {
    const copy = duplicate(...options);
    clients.push(copy);
    disconnectAtNextAttempt(copy);
    return copy;
  };
  return clients;
}

/**
 * Lets a client of ioredis end whenever it is disconnected. Between two attempts to connect, ioredis would only cancel the next attempt, and would neither
 * emit `end` nor reject its commands. BullMQ waits for both.
 */
function disconnectAtNextAttempt(client: RedisState): void {
  if (client.status === undefined) return;
  const disconnectable = client as RedisState & { disconnect(reconnect?: boolean): void };
  const disconnect = disconnectable.disconnect.bind(client);
  disconnectable.disconnect = (reconnect) => {
    const isBetweenAttempts = client.status === 'reconnecting' && !reconnect;
    if (isBetweenAttempts) client.once('connecting', () => disconnect());
    else disconnect(reconnect);
  };
}

/**
 * Closes what uses these clients. Gives up when one of them has been away for five seconds: BullMQ waits without limit for a Redis that is away.
 *
 * @returns whether it is closed
 */
export async function closeUnlessAway(
  close: () => Promise<unknown>,
  clients: readonly RedisState[],
): Promise<boolean> {
  let unwatch: (() => void) | undefined;
  const away = new Promise<false>((resolve) => {
    unwatch = watchAway(clients, () => resolve(false));
  });
  try {
    return await Promise.race([close().then(() => true), away]);
  } finally {
    unwatch?.();
  }
}

/**
 * Calls back when one of these clients has been away for five seconds.
 *
 * @returns a function that stops watching
 */
export function watchAway(clients: readonly RedisState[], onAway: () => void): () => void {
  let awayMs = 0;
  const timer = setInterval(() => {
    awayMs = clients.some(isAway) ? awayMs + CHECK_INTERVAL_MS : 0;
    if (awayMs < MAX_AWAY_MS) return;
    clearInterval(timer);
    onAway();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Returns whether a client has no connection and has not been closed. */
function isAway({ status, isOpen, isReady }: RedisState): boolean {
  if (status === undefined) return isOpen === true && isReady !== true;
  return status !== 'ready' && status !== 'end' && status !== 'wait';
}
