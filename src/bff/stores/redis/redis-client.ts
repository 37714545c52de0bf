/** What a {@link RedisClient} has to have of `redis`. */
export interface NodeRedisClient {
  eval(script: string, options: EvalOptions): Promise<unknown>;
  evalSha(sha1: string, options: EvalOptions): Promise<unknown>;
  /** Without it nobody can tell how durable the store is. */
  configGet?: ((parameter: string) => Promise<unknown>) | undefined;
}

interface EvalOptions {
  keys: string[];
  arguments: string[];
}

/** What a {@link RedisClient} has to have of `ioredis`. */
export interface IoRedisClient {
  eval(script: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
  evalsha(sha1: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
  config(subcommand: 'GET', parameter: string): Promise<unknown>;
}

/** A connection to Redis: whatever `redis` (5 and later, connected) or `ioredis` (5 and later) made, for a cluster too. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** One way to talk to Redis, whatever the client. */
export interface RedisConnection {
  /** Runs the script. On a cluster all of `keys` lie on one node. */
  run(keys: string[], parameters: string[]): Promise<unknown>;
  /** A setting of the server. @throws where it does not tell */
  setting(name: string): Promise<string>;
}

/** @param script is sent whole to a server that does not know it yet, and as its SHA-1 from then on */
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
      // A list of name and value, or an object of them.
      const value: unknown = Object.values(reply ?? {}).at(-1);
      if (typeof value !== 'string') throw new Error(`Redis does not tell ${name}.`);
      return value;
    },
  };
}

/** In hexadecimal digits, as EVALSHA takes it. */
async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
