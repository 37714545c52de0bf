/**
 * Keeps grants and sessions in Redis.
 *
 * @module
 */
import { assertKnownOptions } from '../../config/mistakes.ts';
import { redisConnection } from './redis-client.ts';
import type { RedisClient, RedisConnection } from './redis-client.ts';
import { failoverRisksOf, createFailoverWatch } from './redis-failover.ts';
import { migrationTo } from './redis-migration.ts';
import { createRun } from './redis-run.ts';
import { LAYOUT, scriptOf } from './redis-script.ts';
import { grantOf, sessionStateOfRow } from '../rows.ts';
import type { GrantRow } from '../rows.ts';
import { DEAD_LIFETIME_MS } from '../store.ts';
import type { Grant, Store } from '../store.ts';

export type { IoRedisClient, NodeRedisClient, RedisClient } from './redis-client.ts';

/** Maximum number of entries of each kind that one run of the script deletes, so that it does not block Redis for long. */
const PRUNE_LIMIT = 500;

/** Settings of a {@link redisStore}. */
export interface RedisStoreOptions {
  /** Prefix of all keys. On a cluster it needs a hash tag in braces, so that all keys are on one node. Default: `{vaultlink}:`. */
  prefix?: string | undefined;
  /** Real time in milliseconds since 1970. Default: the clock of Redis, which all processes share. */
  now?: (() => number) | undefined;
}

/**
 * Creates a store in Redis 5 or later, for any number of processes and machines. Each method is one command. The configuration of Redis decides what
 * survives a crash; see {@link Store.durability}. You close the client yourself.
 *
 * @param client a client of `redis` or `ioredis`
 * @returns a store whose methods reject with VaultError `configuration_error` if a later version of Vaultlink has written the keys
 * @throws VaultError `configuration_error` if an option does not exist
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): Store {
  assertKnownOptions(options, { prefix: true, now: true });
  const { prefix = '{vaultlink}:', now } = options;
  const connection = redisConnection(client, scriptOf(LAYOUT));
  const run = createRun(connection, { prefix, now });
  const done = async (reply: Promise<unknown>) => (await reply) === 1;
  const describeServer = async () => String(await run('server'));
  const grantIn = async (reply: Promise<unknown>) => maybeGrantOf(await reply);

  return {
    consumeState: (stateHash, expiresAtMs) => done(run('consumeState', stateHash, expiresAtMs)),

    async connect(session, grant, previousSessionId = '') {
      const { id, subject, sealed, version, scope, expiresAtMs, receivedAtMs } = grant;
      const leading = [session.id, session.expiresAtMs, previousSessionId, id, subject];
      const fields = fieldsOf({ sealed, version, scope, expiresAtMs, receivedAtMs });
      await run('connect', ...leading, ...fields);
    },
    async findSession(id, nowMs) {
      const reply = (await run('findSession', id, nowMs)) as [string, Reply] | null;
      if (!reply) return undefined;
      const grant = toGrant(reply[1]);
      return { session: { id, grantId: grant.id, expiresAtMs: Number(reply[0]) }, grant };
    },
    async findSessionState(id, nowMs) {
      const reply = (await run('findSessionState', id, nowMs)) as SessionStateReply | null;
      if (!reply) return undefined;
      const [sessionExpiresAtMs, subject, keyId, grantId, scope, expiresAtMs, deadReason] = reply;
      const grant = { id: grantId, subject, keyId, scope, expiresAtMs, deadReason };
      return sessionStateOfRow(id, { sessionExpiresAtMs, ...grant });
    },
    setSessionEnd: (id, expiresAtMs) => done(run('setSessionEnd', id, expiresAtMs)),
    disconnect: (sessionId) => grantIn(run('disconnect', sessionId)),
    disconnectSubject: (subject) => grantIn(run('disconnectSubject', subject)),

    findGrant: (id) => grantIn(run('findGrant', id)),
    findGrantOfSubject: (subject) => grantIn(run('findGrantOfSubject', subject)),
    grants: async (afterId = '', limit) =>
      ((await run('grants', afterId, limit)) as Reply[]).map(toGrant),

    takeLease: (id, owner, lifetimeMs) => grantIn(run('takeLease', id, owner, lifetimeMs)),
    renewLease: (id, owner, lifetimeMs) => done(run('renewLease', id, owner, lifetimeMs)),
    async releaseLease(id, owner) {
      await run('releaseLease', id, owner);
    },
    markRefreshing: (id, owner, mark) =>
      done(run('markRefreshing', id, owner, ...(mark ? [mark.attempt, mark.sinceMs] : []))),

    saveGrant: (id, version, { sealed, scope, expiresAtMs, receivedAtMs }) =>
      done(
        run('saveGrant', id, version, ...fieldsOf({ sealed, scope, expiresAtMs, receivedAtMs })),
      ),
    markDead: (id, version, reason) => done(run('markDead', id, version, reason, DEAD_LIFETIME_MS)),
    replaceSeal: (id, before, sealed) => done(run('replaceSeal', id, before, sealed)),

    async keepSecret(name, sealed) {
      const reply = await run('keepSecret', name, ...(sealed === undefined ? [] : [sealed]));
      return (reply as string | null) ?? undefined;
    },
    replaceSecret: (name, before, sealed) => done(run('replaceSecret', name, before, sealed)),
    renameSubject: (from, to) => done(run('renameSubject', from, to)),

    async prune(nowMs, unusedSinceMs) {
      while (await done(run('prune', nowMs, PRUNE_LIMIT)));
      if (unusedSinceMs === undefined) return;
      while (await done(run('pruneUnused', nowMs, unusedSinceMs, PRUNE_LIMIT)));
    },
    async ping() {
      await run('ping');
    },
    durability: async () => [
      ...(await crashRisksOf(connection)),
      ...(await failoverRisksOf(describeServer)),
    ],
    serverReplaced: createFailoverWatch(describeServer),
    close() {
      // The caller owns the client and closes it.
    },
    migration: migrationTo(LAYOUT, run),
  };
}

/** Describes settings that risk data loss; see {@link Store.durability}. */
async function crashRisksOf(connection: RedisConnection): Promise<string[]> {
  try {
    const [appendonly, appendfsync, policy] = [
      await connection.setting('appendonly'),
      await connection.setting('appendfsync'),
      await connection.setting('maxmemory-policy'),
    ];
    return durabilityOf({ appendonly, appendfsync, policy });
  } catch {
    return [
      'Redis does not show its configuration (CONFIG GET). Make sure that it has appendonly yes, appendfsync always and maxmemory-policy noeviction.',
    ];
  }
}

function durabilityOf(server: { appendonly: string; appendfsync: string; policy: string }) {
  const { appendonly, appendfsync, policy } = server;
  const sentences: string[] = [];
  if (appendonly !== 'yes') {
    sentences.push(
      'A crash of Redis loses all writes after its last snapshot, if there is one (appendonly no). Set it to yes, with appendfsync always.',
    );
  } else if (appendfsync !== 'always') {
    sentences.push(
      `A crash of Redis loses its latest confirmed writes (appendfsync ${appendfsync}). Set it to always.`,
    );
  }
  // The volatile policies evict only keys with a TTL, and no key of the store has one.
  if (policy !== 'noeviction' && !policy.startsWith('volatile-')) {
    sentences.push(
      `Redis may evict data when its memory is full (maxmemory-policy ${policy}). Set it to noeviction.`,
    );
  }
  return sentences;
}

/** The end of a session, the subject and the key id of its grant, and its id, scope, expiry and the reason of its death. */
type SessionStateReply = [string, string, string, string, string | null, string, string | null];

/** A hash in a reply: alternating names and values. */
type Reply = readonly string[];

/** Converts fields to alternating names and values, without absent ones. */
const fieldsOf = (fields: Readonly<Record<string, string | number | undefined>>) =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));

function rowOf(reply: Reply): Record<string, string> {
  const row: Record<string, string> = {};
  for (let index = 0; index < reply.length; index += 2) {
    row[reply[index] ?? ''] = reply[index + 1] ?? '';
  }
  return row;
}

const toGrant = (reply: Reply): Grant => grantOf(rowOf(reply) as unknown as GrantRow);
const maybeGrantOf = (reply: unknown) => (reply ? toGrant(reply as Reply) : undefined);
