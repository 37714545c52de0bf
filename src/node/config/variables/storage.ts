import { GRANT_LIFETIME_DAYS } from '../../../bff/config/bounds.ts';
import * as read from '../readers.ts';
import { ALL, QUEUE, SERVE } from '../variable.ts';
import type { Variable } from '../variable.ts';

/** Variables about keys and storage. */
export const STORAGE = {
  VAULTLINK_KEYS: {
    usedBy: ALL,
    meaning:
      'Keys that seal what is stored: `id:base64`, separated by commas; the first one seals.',
    details: `Each key opens what it has sealed. To replace a key, see \`vaultlink reseal --help\`. Without the keys no grant opens, and all users have to connect again: keep a copy, apart from the backups of the store. This makes a key:\n\n\`\`\`sh\n${read.MAKE_A_KEY}\n\`\`\``,
    example: 'k2:Zm9…,k1:YmF…',
    isSecret: true,
    required: `make one with ${read.MAKE_A_KEY}`,
    read: read.keyRing,
  },
  VAULTLINK_DEPLOYMENT_ID: {
    usedBy: ALL,
    meaning: 'Name of this deployment: a copy of the store opens nothing under another name.',
    details:
      'Give staging another name than production, so that a copied store spends no refresh token of production. If you change it, no grant opens any more: see [The wrong keys](operation.md#the-wrong-keys).',
    example: 'production',
    whenUnset: 'no name',
    read: read.anyText,
  },
  VAULTLINK_SUBJECT_PRIVACY: {
    usedBy: ALL,
    meaning: 'How the store keeps subjects: `plain`, as they are, or `hash`, as keyed hashes.',
    details:
      'With `hash`, a copy of the database names none of your users. To switch it on later, set it for every process, then run `vaultlink reseal`, which replaces what is kept in the clear: see [Subjects as hashes](grants.md#subjects-as-hashes).',
    example: 'hash',
    byDefault: 'plain',
    read: read.subjectPrivacy,
  },
  VAULTLINK_GRANT_LIFETIME_DAYS: {
    usedBy: SERVE,
    meaning:
      'Days after which a grant is forgotten that nobody has used and that no session leads to.',
    details: 'See [When a grant is forgotten](grants.md#when-a-grant-is-forgotten).',
    example: '800',
    byDefault: String(GRANT_LIFETIME_DAYS.byDefault),
    read: read.wholeNumber({ least: 1, most: 36_500 }, ', in days'),
  },
  VAULTLINK_STORE: {
    usedBy: ALL,
    meaning:
      'Where grants are kept: `sqlite:PATH`, `redis[s]://…`, `postgres[ql]://…` or `memory:`.',
    details:
      'SQLite is for one machine, Redis and PostgreSQL are for any number. Redis needs `appendonly yes` and `appendfsync always`. Redis behind sentinels is `redis-sentinel://user:password@host:26379,host:26379/name`, with the name of its master, and `?sentinel_password=…` (and `&sentinel_username=…`) if the sentinels ask for one. A cluster is `redis-cluster://user:password@host:6379,host:6379`. With TLS both begin with `rediss-`. Name a few of the hosts: they know the others. `memory:` forgets everything at the end of the process, and is for tests. The file of SQLite may not lie in the folder of `VAULTLINK_STATIC`.',
    example: 'postgres://vaultlink:password@db.example/vaultlink',
    isSecret: true,
    byDefault: 'sqlite:vaultlink.db',
    read: read.store,
  },
  VAULTLINK_REDIS_PREFIX: {
    usedBy: ALL,
    meaning: 'What all keys in Redis begin with.',
    details:
      'Give each deployment its own where several share one Redis. The part in braces keeps all keys on one node of a cluster. The queue of `vaultlink push --queue` has a prefix of its own, `VAULTLINK_QUEUE_PREFIX`.',
    example: '{shop}:',
    byDefault: '{vaultlink}:',
    read: read.textThat(
      (text) => /^[\w:.-]{0,50}\{[\w:.-]{1,50}\}[\w:.-]{0,50}$/.test(text),
      '{name} must be letters, digits, "_", "-", "." and ":" with a part in braces, such as {shop}:.',
    ),
  },
  VAULTLINK_POSTGRES_SCHEMA: {
    usedBy: ALL,
    meaning: 'Schema of PostgreSQL that holds the tables.',
    details:
      'It is made at the first start, if the user of the database may make one. The names of the tables begin with `vaultlink_`.',
    example: 'vault',
    whenUnset: 'the first of the `search_path`',
    read: read.textThat(
      (text) => /^[a-z_][a-z0-9_]{0,47}$/.test(text),
      '{name} must be lower-case letters, digits and "_", 48 at most.',
    ),
  },
  VAULTLINK_POSTGRES_POOL_SIZE: {
    usedBy: ALL,
    meaning: 'Connections to PostgreSQL that a process opens at most.',
    details:
      'A statement waits until one is free. All processes together must stay below `max_connections` of the server.',
    example: '20',
    byDefault: '10',
    read: read.wholeNumber({ least: 1, most: 1000 }),
  },
  VAULTLINK_POSTGRES_STATEMENT_TIMEOUT_MS: {
    usedBy: ALL,
    meaning: 'For how long PostgreSQL may work on a statement (`statement_timeout`).',
    details:
      'The server cancels a statement that takes longer, and the call fails as if the store were away. Without it, a call fails after 10 seconds without an answer. PgBouncer needs `statement_timeout` in its `ignore_startup_parameters`, and passes it over; set it for the user of the database then.',
    example: '3000',
    whenUnset: 'as the server says',
    read: read.wholeNumber({ least: 100, most: 10_000 }, ', in milliseconds'),
  },
  VAULTLINK_QUEUE: {
    usedBy: QUEUE,
    meaning: 'Redis that holds the lines of `vaultlink push --queue` for the workers.',
    details:
      'Set it if the store is not Redis, or another Redis than that of the store shall hold the lines. It takes the same addresses of Redis as `VAULTLINK_STORE`. Sentinels and clusters need the package `ioredis`.',
    example: 'redis://queue.example',
    isSecret: true,
    whenUnset: '`VAULTLINK_STORE`, if Redis',
    read: read.redisAddress,
  },
  VAULTLINK_QUEUE_NAME: {
    usedBy: QUEUE,
    meaning: 'Name of the queue: a push and its workers need the same one.',
    details:
      'Two deployments on one Redis need two names, or two prefixes: otherwise the workers of staging take the lines of production. 1 to 64 letters, digits, `_`, `.` and `-`.',
    example: 'staging-pushes',
    whenUnset: '`pushes`',
    read: read.queueName,
  },
  VAULTLINK_QUEUE_PREFIX: {
    usedBy: QUEUE,
    meaning: 'What the keys of the queue begin with in Redis.',
    details:
      'It stands in braces, so that all keys lie on one node of a cluster. 1 to 64 letters, digits, `_`, `.` and `-`.',
    example: 'club',
    whenUnset: '`vaultlink`',
    read: read.queueName,
  },
} as const satisfies Record<string, Variable>;
