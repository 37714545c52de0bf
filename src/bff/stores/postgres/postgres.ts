import { VaultError } from '../../../protocol/index.ts';
import { runner } from './postgres-client.ts';
import type { PostgresClient } from './postgres-client.ts';
import { assertExpanded, expand, postgresMigration } from './postgres-schema.ts';
import { durabilityOf, setbackWatch } from './postgres-durability.ts';
import { PRUNE_LIMIT, statements } from './postgres-statements.ts';
import { flowOf, grantOf } from '../rows.ts';
import type { FlowRow, GrantRow } from '../rows.ts';
import { DEAD_LIFETIME_MS } from '../store.ts';
import type { Grant, Store } from '../store.ts';

export type { PostgresClient, QueryClient, UnsafeClient } from './postgres-client.ts';

/** Settings of a {@link postgresStore}. */
export interface PostgresStoreOptions {
  /**
   * What the names of the tables begin with: lower-case letters, digits and underscores, behind a schema and a dot where they are to lie in one,
   * which has to be there. Default: `vaultlink_`.
   */
  prefix?: string | undefined;
  /** Real time in milliseconds since 1970. Default: the clock of the server, which is one for all processes. */
  now?: (() => number) | undefined;
  /** Whether its tables are made, and brought to this version. `false`: whoever only looks changes nothing. Default: true. */
  migrates?: boolean | undefined;
}

/**
 * A store in PostgreSQL, from version 12 on: for any number of processes on any number of machines. It makes its tables before its first query, and
 * brings them to its version. Each method is one statement, and needs no transaction. The client stays its owner's: they close it.
 *
 * @param client made by `pg`, `postgres` or PGlite
 * @throws VaultError `configuration_error` where the prefix is none. Its methods reject with the same code where a later version of Vaultlink has
 *   written the tables; an earlier one or none, where they are not to be changed.
 */
export function postgresStore(client: PostgresClient, options: PostgresStoreOptions = {}): Store {
  const { prefix = 'vaultlink_', now, migrates = true } = options;
  if (!/^([a-z_]\w{0,47}\.)?[a-z_]\w{0,47}$/.test(prefix) || prefix !== prefix.toLowerCase()) {
    throw new VaultError(
      'configuration_error',
      'The prefix of the tables must be lower-case letters, digits and underscores.',
    );
  }
  const sql = statements(prefix);
  const runOnce = runner(client);
  let migrated: Promise<void> | undefined;

  async function run(text: string, ...parameters: unknown[]): Promise<unknown[]> {
    migrated ??= (migrates ? expand : assertExpanded)(runOnce, prefix).catch((error: unknown) => {
      // The next call tries again.
      migrated = undefined;
      throw error;
    });
    await migrated;
    return runOnce(text, parameters);
  }
  const changed = async (rows: Promise<unknown[]>) => (await rows).length > 0;
  const grantIn = async (rows: Promise<unknown[]>) => (await rows).map(toGrant)[0];
  /** Null: the server's own. */
  const nowMs = () => now?.() ?? null;

  /** In pieces, until there is nothing left to forget. */
  async function prune(statement: string, ...parameters: number[]): Promise<void> {
    let count = PRUNE_LIMIT;
    while (count >= PRUNE_LIMIT) {
      const [row] = await unlessDropped(run(statement, ...parameters));
      count = Number((row as { count: unknown } | undefined)?.count ?? 0);
    }
  }

  return {
    consumeState: (stateHash, expiresAtMs) =>
      changed(run(sql.consumeState, stateHash, expiresAtMs)),
    async consumeFlow(id, nowMs) {
      const [row] = await unlessDropped(run(sql.consumeFlow, id, nowMs));
      return row ? { flow: toFlow(row), first: (row as { first: boolean }).first } : undefined;
    },
    findFlow: async (id, nowMs) =>
      (await unlessDropped(run(sql.findFlow, id, nowMs))).map(toFlow)[0],

    async connect(session, grant, previousSessionId = '') {
      const { id, subject, sealed, version, scope = null, expiresAtMs, receivedAtMs } = grant;
      const fields = [id, subject, sealed, version, scope, expiresAtMs, receivedAtMs];
      await run(sql.connect, ...fields, session.id, session.expiresAtMs, previousSessionId);
    },
    async findSession(id, nowMs) {
      const [row] = await run(sql.findSession, id, nowMs);
      if (!row) return undefined;
      const grant = toGrant(row);
      const expiresAtMs = Number((row as { sessionExpiresAtMs: unknown }).sessionExpiresAtMs);
      return { session: { id, grantId: grant.id, expiresAtMs }, grant };
    },
    async disconnect(sessionId) {
      for (;;) {
        const [row] = await run(sql.disconnect, sessionId);
        if (!row) return undefined;
        if ((row as { id: unknown }).id !== null) return toGrant(row);
        // Its user has connected anew meanwhile, or disconnected: what is there now is looked at.
      }
    },
    disconnectSubject: (subject) => grantIn(run(sql.disconnectSubject, subject)),

    findGrant: (id) => grantIn(run(sql.findGrant, id)),
    findGrantOfSubject: (subject) => grantIn(run(sql.findGrantOfSubject, subject)),
    grants: async (afterId = '', limit) => (await run(sql.grants, afterId, limit)).map(toGrant),

    takeLease: (id, owner, lifetimeMs) =>
      grantIn(run(sql.takeLease, id, owner, lifetimeMs, nowMs())),
    renewLease: (id, owner, lifetimeMs) =>
      changed(run(sql.renewLease, id, owner, lifetimeMs, nowMs())),
    async releaseLease(id, owner) {
      await run(sql.releaseLease, id, owner);
    },
    markRefreshing: (id, owner, mark) =>
      changed(run(sql.markRefreshing, id, owner, mark?.attempt ?? null, mark?.sinceMs ?? null)),

    saveGrant: (id, version, { sealed, scope = null, expiresAtMs, receivedAtMs }) =>
      changed(run(sql.saveGrant, id, version, sealed, scope, expiresAtMs, receivedAtMs)),
    markDead: (id, version, reason) => changed(run(sql.markDead, id, version, reason, nowMs())),
    replaceSeal: (id, before, sealed) => changed(run(sql.replaceSeal, id, before, sealed)),

    async keepSecret(name, sealed) {
      const keep = async () => {
        const [row] = await run(sql.keepSecret, name, sealed ?? null);
        return (row as { sealed: string } | undefined)?.sealed;
      };
      // Another process may have added it at the same time, which only the next statement sees.
      return (await keep()) ?? (sealed === undefined ? undefined : await keep());
    },
    replaceSecret: (name, before, sealed) => changed(run(sql.replaceSecret, name, before, sealed)),
    renameSubject: (from, to) => changed(run(sql.renameSubject, from, to)),

    async prune(nowMs, unusedSinceMs) {
      await prune(sql.pruneConsumedStates, nowMs);
      await prune(sql.pruneFlows, nowMs);
      await prune(sql.pruneSessions, nowMs);
      await prune(sql.pruneGrants, nowMs - DEAD_LIFETIME_MS);
      if (unusedSinceMs !== undefined) await prune(sql.pruneUnused, unusedSinceMs, nowMs);
    },
    async ping() {
      await run(sql.ping);
    },
    durability: () => durabilityOf(run),
    setback: setbackWatch(runOnce),
    close() {
      // The client is its owner's.
    },
    migration: postgresMigration(runOnce, prefix),
  };
}

/** SQLSTATE `undefined_table`. */
const NO_TABLE = '42P01';

/** What there is of flows that an earlier version stored: nothing where their table has been dropped. */
async function unlessDropped(work: Promise<unknown[]>): Promise<unknown[]> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === NO_TABLE) return [];
    throw error;
  }
}

const toFlow = (row: unknown) => flowOf(row as FlowRow);
const toGrant = (row: unknown): Grant => grantOf(row as GrantRow);
