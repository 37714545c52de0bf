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
    details: `Each key opens what it has sealed. To replace a key, see \`vaultlink reseal --help\`. Without the keys, all users have to connect again: keep a copy, apart from the backups of the store. This makes a key:\n\n\`\`\`sh\n${read.MAKE_A_KEY}\n\`\`\``,
    example: 'k2:Zm9…,k1:YmF…',
    isSecret: true,
    required: `make one with ${read.MAKE_A_KEY}`,
    read: read.keyRing,
  },
  VAULTLINK_DEPLOYMENT_ID: {
    usedBy: ALL,
    meaning: 'Name of this deployment: a copy of the store opens nothing under another name.',
    details:
      'Give staging another name than production, so that a copied store spends no refresh token of production. If you change it, all users have to connect again.',
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
      'SQLite is for one machine, Redis and PostgreSQL are for any number. Redis needs `appendonly yes` and `appendfsync always`. `memory:` forgets everything at the end of the process, and is for tests. The file of SQLite may not lie in the folder of `VAULTLINK_STATIC`.',
    example: 'postgres://vaultlink:password@db.example/vaultlink',
    isSecret: true,
    byDefault: 'sqlite:vaultlink.db',
    read: read.store,
  },
  VAULTLINK_QUEUE: {
    usedBy: QUEUE,
    meaning: 'Redis that holds the lines of `vaultlink push --queue` for the workers.',
    details: 'Set it if the store is not Redis. If it is, the lines are kept there, too.',
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
