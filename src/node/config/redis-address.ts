/** A parsed Redis address with its credentials. */
export type RedisAddress = SingleRedis | RedisGroup;

/** A single server, or a proxy for several. */
interface SingleRedis {
  kind: 'single';
  url: string;
}

/** A group of servers that know each other. */
interface RedisGroup {
  kind: 'sentinel' | 'cluster';
  /** Some of the sentinels or cluster nodes. They name the others. */
  nodes: { host: string; port: number }[];
  /** Name of the master at the sentinels; `''` for a cluster. */
  masterName: string;
  /** Credentials for Redis. */
  username: string | undefined;
  password: string | undefined;
  /** Credentials for the sentinels. */
  sentinelUsername: string | undefined;
  sentinelPassword: string | undefined;
  /** Set if all connections use TLS. */
  isEncrypted: boolean;
}

/** The formats of a Redis address, for messages. */
export const REDIS_FORMS =
  'redis[s]://HOST, redis[s]-sentinel://HOST,HOST/NAME, redis[s]-cluster://HOST,HOST';

const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6379 };

/**
 * Parses a Redis address: `redis[s]://…`, `redis[s]-sentinel://[user:password@]host[:port],…/name` or
 * `redis[s]-cluster://[user:password@]host[:port],…`. The name of a master may be followed by `?sentinel_username=…&sentinel_password=…`, for
 * sentinels that require a password.
 *
 * @returns `undefined` if the text is not a Redis address
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?:\/\//i.test(text)) {
    // One driver throws at any other path than the number of a database, and the other ends the process later.
    const isSingle = URL.canParse(text) && /^\/?\d*$/.test(new URL(text).pathname);
    return isSingle ? { kind: 'single', url: text } : undefined;
  }
  const parts =
    /^(?<scheme>rediss?)-(?<kind>sentinel|cluster):\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^@/?#]+)(?<rest>[^#]*)$/i.exec(
      text,
    )?.groups;
  if (!parts) return undefined;
  const { scheme = '', user = '', hosts = '', rest = '' } = parts;
  const kind = parts.kind?.toLowerCase() === 'sentinel' ? 'sentinel' : 'cluster';
  try {
    const nodes = hosts.split(',').map((host) => nodeOf(host, DEFAULT_PORTS[kind]));
    const signIn = new URL(`redis://${user ? `${user}@` : ''}host${rest}`);
    const masterName = decodeURIComponent(signIn.pathname.slice(1));
    if (masterName.includes('/') || (kind === 'sentinel') !== (masterName !== '')) return undefined;
    const { searchParams } = signIn;
    const known = kind === 'sentinel' ? ['sentinel_username', 'sentinel_password'] : [];
    if (Array.from(searchParams.keys()).some((name) => !known.includes(name))) return undefined;
    return {
      kind,
      nodes,
      masterName,
      username: decodeURIComponent(signIn.username) || undefined,
      password: decodeURIComponent(signIn.password) || undefined,
      sentinelUsername: searchParams.get('sentinel_username') ?? undefined,
      sentinelPassword: searchParams.get('sentinel_password') ?? undefined,
      isEncrypted: scheme.toLowerCase() === 'rediss',
    };
  } catch {
    return undefined;
  }
}

/** @throws if the text is not a host with an optional port */
function nodeOf(text: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port, host } = new URL(`redis://${text}`);
  if (!hostname || host !== text.toLowerCase()) throw new Error('It is no host.');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort };
}
