import {
  GRANT_LIFETIME_DAYS,
  SESSION_IDLE_DAYS,
  SESSION_LIFETIME_SECONDS,
} from '../../../bff/operating.ts';
import * as read from '../readers.ts';
import { ALL, QUEUE, SERVE, type Variable } from '../variable.ts';

const SESSION_DAYS = SESSION_LIFETIME_SECONDS.byDefault / 86_400;

/** Variables of keys and storage. */
export const STORAGE = {
  VAULTLINK_KEYS: {
    usedBy: ALL,
    meaning:
      'Keys that encrypt stored grants: `id:base64`, separated by commas; the first one encrypts.',
    details: `Grants that an older key has sealed still need that key: see [\`vaultlink reseal\`](reference/commands.md#vaultlink-reseal). Keep a copy of the keys, separate from the backups of the store: without them all users must connect again. To create a key:\n\n\`\`\`sh\n${read.MAKE_A_KEY}\n\`\`\``,
    example: 'k2:Zm9…,k1:YmF…',
    isSecret: true,
    required: `Create one with ${read.MAKE_A_KEY}`,
    read: read.keyRing,
  },
  VAULTLINK_DEPLOYMENT_ID: {
    usedBy: ALL,
    meaning:
      'Name of this deployment: grants in a copy of the store do not open under another name.',
    details:
      'Use different names for staging and production, so that a copy of the store spends no refresh tokens of production. If you change the name, no grant opens any more: see [The wrong keys](operation.md#the-wrong-keys).',
    example: 'production',
    whenUnset: 'no name',
    read: read.anyText,
  },
  VAULTLINK_SUBJECT_PRIVACY: {
    usedBy: ALL,
    meaning: 'How the store keeps subjects: `plain` (unchanged) or `hash` (as keyed hashes).',
    details:
      '[Subjects as hashes](grants.md#subjects-as-hashes) says what it protects, and how to switch it on later.',
    example: 'hash',
    byDefault: 'plain',
    read: read.oneOf(['plain', 'hash']),
  },
  VAULTLINK_GRANT_LIFETIME_DAYS: {
    usedBy: SERVE,
    meaning: 'Days after which the store deletes an unused grant that no session refers to.',
    details: 'See [When a grant is forgotten](grants.md#when-a-grant-is-forgotten).',
    example: '800',
    byDefault: String(GRANT_LIFETIME_DAYS.byDefault),
    read: read.wholeNumber({ least: 1, most: 36_500 }, ', in days'),
  },
  VAULTLINK_SESSION_DAYS: {
    usedBy: SERVE,
    meaning: 'Days after which a session ends, and its user connects again in this browser.',
    details: 'Browsers keep no cookie for longer than 400 days.',
    example: '30',
    byDefault: String(SESSION_DAYS),
    read: read.wholeNumber({ least: 1, most: SESSION_DAYS }, ', in days'),
  },
  VAULTLINK_SESSION_IDLE_DAYS: {
    usedBy: SERVE,
    meaning: 'Days after which an unused session ends.',
    details:
      'A check or a push of a page uses a session. The last use is noted in the store at most once a day, so a session ends up to one day later. Sessions that began before you set this keep their end.',
    example: '14',
    whenUnset: 'only `VAULTLINK_SESSION_DAYS` counts',
    read: read.wholeNumber(SESSION_IDLE_DAYS, ', in days'),
  },
  VAULTLINK_STORE: {
    usedBy: ALL,
    meaning:
      'Address of the store for grants: `sqlite:PATH`, `redis[s]://…`, `postgres[ql]://…` or `memory:`.',
    details:
      'SQLite is for one machine; Redis and PostgreSQL are for any number of machines. Redis needs `appendonly yes` and `appendfsync always`. For Redis with sentinels, use `redis-sentinel://user:password@host:26379,host:26379/name`, where `name` is the name of the master. Add `?sentinel_password=…` (and `&sentinel_username=…`) if the sentinels require a password. For a cluster, use `redis-cluster://user:password@host:6379,host:6379`. With TLS, both begin with `rediss-`. You need to name only a few of the hosts: they know the others. `memory:` is for tests and loses everything when the process ends. The SQLite file must not be in the folder of `VAULTLINK_STATIC`.',
    example: 'postgres://vaultlink:password@db.example/vaultlink',
    isSecret: true,
    byDefault: 'sqlite:vaultlink.db',
    read: read.store,
  },
  VAULTLINK_REDIS_PREFIX: {
    usedBy: ALL,
    meaning: 'Prefix of all keys in Redis.',
    details:
      'Use a different prefix for each deployment if several share one Redis. The part in braces keeps all keys on one node of a cluster. The queue of `vaultlink push --queue` has a prefix of its own, `VAULTLINK_QUEUE_PREFIX`.',
    example: '{shop}:',
    byDefault: '{vaultlink}:',
    read: read.textThat(
      (text) => /^[\w:.-]{0,50}\{[\w:.-]{1,50}\}[\w:.-]{0,50}$/.test(text),
      'must consist of letters, digits, "_", "-", "." and ":" with a part in braces, such as {shop}:',
    ),
  },
  VAULTLINK_POSTGRES_SCHEMA: {
    usedBy: ALL,
    meaning: 'PostgreSQL schema of the tables.',
    details:
      'The backend creates the schema when it first starts, if the database user is allowed to. The table names begin with `vaultlink_`.',
    example: 'vault',
    whenUnset: 'the first of the `search_path`',
    read: read.textThat(
      (text) => /^[a-z_][a-z0-9_]{0,47}$/.test(text),
      'must consist of at most 48 lower-case letters, digits and "_"',
    ),
  },
  VAULTLINK_POSTGRES_POOL_SIZE: {
    usedBy: ALL,
    meaning: 'Maximum number of PostgreSQL connections of a process.',
    details:
      'A statement waits until a connection is free. The readiness probe has one further connection of its own, so that a process stays ready while all of these are in use. The total of all processes must stay below `max_connections` of the server.',
    example: '20',
    byDefault: '10',
    read: read.wholeNumber({ least: 1, most: 1000 }),
  },
  VAULTLINK_POSTGRES_STATEMENT_TIMEOUT_MS: {
    usedBy: ALL,
    meaning: 'Milliseconds after which PostgreSQL cancels a statement (`statement_timeout`).',
    details:
      'The call then fails as if the store were unavailable. Without this variable, a call fails after 10 seconds without a response. PgBouncer needs `statement_timeout` in its `ignore_startup_parameters` and then ignores it; in that case, set the timeout for the database user.',
    example: '3000',
    whenUnset: 'the setting of the server',
    read: read.wholeNumber({ least: 100, most: 10_000 }, ', in milliseconds'),
  },
  VAULTLINK_QUEUE: {
    usedBy: QUEUE,
    meaning: 'URL of the Redis that holds the lines of `vaultlink push --queue` for the workers.',
    details:
      'Set it if the store is not Redis, or if the queue is in another Redis. It accepts the same Redis addresses as `VAULTLINK_STORE`. Sentinels and clusters need the package `ioredis`.',
    example: 'redis://queue.example',
    isSecret: true,
    whenUnset: '`VAULTLINK_STORE`, if Redis',
    read: read.redisAddress,
  },
  VAULTLINK_QUEUE_NAME: {
    usedBy: QUEUE,
    meaning: 'Name of the queue; the same for a push and its workers.',
    details:
      'Two deployments on one Redis need different names or prefixes: otherwise the workers of staging take the lines of production. 1 to 64 letters, digits, `_`, `.` and `-`.',
    example: 'staging-pushes',
    whenUnset: '`pushes`',
    read: read.queueName,
  },
  VAULTLINK_QUEUE_PREFIX: {
    usedBy: QUEUE,
    meaning: 'Prefix of the keys of the queue in Redis.',
    details:
      'The keys contain it in braces, so that all of them are on one node of a cluster. 1 to 64 letters, digits, `_`, `.` and `-`.',
    example: 'club',
    whenUnset: '`vaultlink`',
    read: read.queueName,
  },
} as const satisfies Record<string, Variable>;
