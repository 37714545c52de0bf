import * as read from '../readers.ts';
import { ALL, QUEUE } from '../variable.ts';
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
    whenUnset: 'that of `VAULTLINK_STORE`',
    read: read.redisAddress,
  },
} as const satisfies Record<string, Variable>;
