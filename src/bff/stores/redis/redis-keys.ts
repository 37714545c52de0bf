/** Index keys that connecting and disconnecting change. */
const INDEXES = ['sessions', 'subjects', 'grants', 'unused', 'dead'];

/** Returns names of keys, without the prefix, for the parameters of a method. */
type NamesOf = (...parameters: string[]) => string[];

const ofSubject = (subject = ''): string[] => [`grant:${subject}`, `sessions-of:${subject}`];

const NAMES = {
  consumeState: () => ['consumed'],
  connect: (session, _ends, previous, _id, subject) => [
    ...[`session:${session}`, `session:${previous}`],
    ...ofSubject(subject),
    ...INDEXES,
  ],
  findSession: (id) => [`session:${id}`],
  findSessionState: (id) => [`session:${id}`],
  setSessionEnd: (id) => [`session:${id}`, 'sessions'],
  disconnect: (id) => [`session:${id}`, ...INDEXES],
  disconnectSubject: (subject) => [...ofSubject(subject), ...INDEXES],
  findGrant: () => ['subjects'],
  findGrantOfSubject: (subject) => [`grant:${subject}`],
  grants: () => ['grants', 'subjects'],
  takeLease: () => ['subjects'],
  renewLease: () => ['subjects'],
  releaseLease: () => ['subjects'],
  markRefreshing: () => ['subjects'],
  saveGrant: () => ['subjects', 'unused', 'dead'],
  markDead: () => ['subjects', 'dead'],
  replaceSeal: () => ['subjects'],
  keepSecret: () => ['secrets'],
  replaceSecret: () => ['secrets'],
  renameSubject: (from, to) => [
    ...ofSubject(from),
    ...ofSubject(to),
    ...['subjects', 'unused', 'dead'],
  ],
  prune: () => ['consumed', ...INDEXES],
  pruneUnused: () => INDEXES,
  contract: () => [],
  ping: () => [],
  layout: () => [],
  server: () => [],
} as const satisfies Record<string, NamesOf>;

/** Name of a method of the script. */
export type RedisMethod = keyof typeof NAMES;

/**
 * Returns the keys that a method of the script uses, as far as they are known in advance.
 *
 * The script itself reads which subject a session or a grant belongs to, and which sessions a subject has. Reading these first would take a second
 * round trip for each session check. So the script uses further keys of the forms `session:ID`, `grant:SUBJECT` and `sessions-of:SUBJECT`
 * with the same prefix, which are on the same node of a cluster.
 *
 * @see https://redis.io/docs/latest/develop/programmability/eval-intro/
 */
export function keysOf(prefix: string, method: RedisMethod, parameters: string[]): string[] {
  const namesOf: NamesOf = NAMES[method];
  return ['version', ...namesOf(...parameters)].map((name) => prefix + name);
}
