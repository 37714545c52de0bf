/** Where a Redis is, and how to sign in. */
export type RedisAddress = SingleRedis | RedisGroup;

/** One server, or what stands for it. */
interface SingleRedis {
  kind: 'single';
  url: string;
}

/** Several servers that know one another. */
interface RedisGroup {
  kind: 'sentinel' | 'cluster';
  /** Some of the sentinels, or of the nodes of the cluster. They name the others. */
  nodes: { host: string; port: number }[];
  /** The name that the sentinels have for the master; `''` for a cluster. */
  masterName: string;
  /** For Redis itself. */
  username: string | undefined;
  password: string | undefined;
  /** For the sentinels. */
  sentinelUsername: string | undefined;
  sentinelPassword: string | undefined;
  /** Whether all connections use TLS. */
  isEncrypted: boolean;
}

/** What an address of Redis looks like, for a message. */
export const REDIS_FORMS =
  'redis[s]://HOST, redis[s]-sentinel://HOST,HOST/NAME, redis[s]-cluster://HOST,HOST';

const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6379 };

/**
 * Reads an address of Redis: `redis[s]://…`, `redis[s]-sentinel://[user:password@]host[:port],…/name` or `redis[s]-cluster://[user:password@]host[:port],…`.
 * Behind the name of a master may stand `?sentinel_username=…&sentinel_password=…`, for sentinels that ask for a password.
 *
 * @returns `undefined` where it is none
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?:\/\//i.test(text)) {
    return URL.canParse(text) ? { kind: 'single', url: text } : undefined;
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

/** @throws where it is no host, perhaps with a port */
function nodeOf(text: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port, host } = new URL(`redis://${text}`);
  if (!hostname || host !== text.toLowerCase()) throw new Error('It is no host.');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort };
}
