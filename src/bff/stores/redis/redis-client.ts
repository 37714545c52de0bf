/** The methods that {@link RedisClient} needs of `redis`. */
export interface NodeRedisClient {
  eval(script: string, options: EvalOptions): Promise<unknown>;
  evalSha(sha1: string, options: EvalOptions): Promise<unknown>;
  /** Optional. Without it, the durability of the server is unknown. */
  configGet?: ((parameter: string) => Promise<unknown>) | undefined;
}

interface EvalOptions {
  keys: string[];
  arguments: string[];
}

/** The methods that {@link RedisClient} needs of `ioredis`. */
export interface IoRedisClient {
  eval(script: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
  evalsha(sha1: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
  config(subcommand: 'GET', parameter: string): Promise<unknown>;
}

/** A connection to Redis or a Redis cluster, from `redis` (5 and later, connected) or `ioredis` (5 and later). */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** A common interface of the Redis clients. */
export interface RedisConnection {
  /** Runs the script. On a cluster all `keys` must be on one node. */
  run(keys: string[], parameters: string[]): Promise<unknown>;
  /** Returns a setting of the server. @throws if the server does not reveal it */
  setting(name: string): Promise<string>;
}

/**
 * Creates the common interface for a client.
 *
 * @param script sent in full to a server that does not know it, and as its SHA-1 from then on
 */
export function redisConnection(client: RedisClient, script: string): RedisConnection {
  let sha1: Promise<string> | undefined;
  const bySha1 = (sha1: string, keys: string[], parameters: string[]) =>
    'evalSha' in client
      ? client.evalSha(sha1, { keys, arguments: parameters })
      : client.evalsha(sha1, keys.length, ...keys, ...parameters);
  const whole = (keys: string[], parameters: string[]) =>
    'evalSha' in client
      ? client.eval(script, { keys, arguments: parameters })
      : client.eval(script, keys.length, ...keys, ...parameters);

  return {
    async run(keys, parameters) {
      try {
        return await bySha1(await (sha1 ??= sha1Of(script)), keys, parameters);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return whole(keys, parameters);
      }
    },
    async setting(name) {
      const reply =
        'evalSha' in client ? await client.configGet?.(name) : await client.config('GET', name);
      // The reply is an array of name and value, or an object.
      const value: unknown = Object.values(reply ?? {}).at(-1);
      if (typeof value !== 'string') throw new Error(`Redis does not return ${name}.`);
      return value;
    },
  };
}

/** Returns the SHA-1 in hexadecimal digits, as EVALSHA expects it. */
async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
