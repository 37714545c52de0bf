/**
 * Keeps grants and sessions in PostgreSQL.
 *
 * @module
 */
import { VaultError } from '../../../protocol/index.ts';
import { assertKnownOptions } from '../../config/mistakes.ts';
import { runner } from './postgres-client.ts';
import type { PostgresClient, Run } from './postgres-client.ts';
import { assertExpanded, expand, migrationTo, schemaOf } from './postgres-schema.ts';
import { durabilityOf, createFailoverWatch } from './postgres-durability.ts';
import { postgresOutbox } from './postgres-outbox.ts';
import { prune, statements } from './postgres-statements.ts';
import { grantOf, sessionStateOfRow } from '../rows.ts';
import type { GrantRow, SessionStateRow } from '../rows.ts';
import { DEAD_LIFETIME_MS } from '../store.ts';
import type { Grant, Store, StoreProbe } from '../store.ts';

export type { PostgresClient, QueryClient, UnsafeClient } from './postgres-client.ts';

/** Settings of a {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** Prefix of the table names: lower-case letters, digits and underscores. May start with an existing schema and a dot. Default: `vaultlink_`. */
  prefix?: string | undefined;
  /** Real time in milliseconds since 1970. Default: the clock of the server, which all processes share. */
  now?: (() => number) | undefined;
  /** Creates and migrates the tables. `false`: only checks them, for tools that must not change the database. Default: true. */
  migrates?: boolean | undefined;
  /**
   * A client of its own for the readiness probe, with one connection and short timeouts. You close it yourself. Default: `client`. A process whose pool
   * is full is then not ready.
   */
  probeClient?: PostgresClient | undefined;
}

/**
 * Creates a store in PostgreSQL 12 or later, for any number of processes and machines. It creates and migrates its tables before the first query.
 * Each method is a single statement and needs no transaction. You close the client yourself.
 *
 * @param client a client of `pg`, `postgres` or PGlite
 * @throws VaultError `configuration_error` if the prefix is invalid, or if an option does not exist. Its methods reject with the same code if a later version of Vaultlink has
 *   written the tables, or if `migrates` is `false` and the tables are missing or older
 */
export function postgresStore(client: PostgresClient, options: PostgresStoreOptions = {}): Store {
  assertKnownOptions(options, { prefix: true, now: true, migrates: true, probeClient: true });
  const { prefix = 'vaultlink_', now, migrates = true, probeClient } = options;
  if (!/^([a-z_]\w{0,47}\.)?[a-z_]\w{0,47}$/.test(prefix) || prefix !== prefix.toLowerCase()) {
    throw new VaultError(
      'configuration_error',
      'The prefix of the tables must be lower-case letters, digits and underscores.',
    );
  }
  const sql = statements(prefix);
  const schema = schemaOf(prefix);
  const runOnce = runner(client);
  const runProbeOnce = probeClient ? runner(probeClient) : runOnce;
  let migrated: Promise<void> | undefined;

  /** Returns a function that runs a statement when the tables are ready. */
  const whenMigrated =
    (once: Run) =>
    async (text: string, ...parameters: unknown[]): Promise<unknown[]> => {
      const prepare = migrates ? expand : assertExpanded;
      migrated ??= prepare(runOnce, schema, prefix).catch((error: unknown) => {
        // Forget the failure, so that the next call retries.
        migrated = undefined;
        throw error;
      });
      await migrated;
      return once(text, parameters);
    };
  const run = whenMigrated(runOnce);
  const changed = async (rows: Promise<unknown[]>) => (await rows).length > 0;
  const grantIn = async (rows: Promise<unknown[]>) => (await rows).map(toGrant)[0];
  /** `null` selects the clock of the server. */
  const nowMs = () => now?.() ?? null;

  const queriesOfProbe = (ask: typeof run): StoreProbe => ({
    async ping() {
      await ask(sql.ping);
    },
    grants: async (afterId = '', limit) => (await ask(sql.grants, afterId, limit)).map(toGrant),
  });
  const serverReplaced = createFailoverWatch(runProbeOnce);

  return {
    consumeState: (stateHash, expiresAtMs) =>
      changed(run(sql.consumeState, stateHash, expiresAtMs)),

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
    async findSessionState(id, nowMs) {
      const [row] = await run(sql.findSessionState, id, nowMs);
      return row ? sessionStateOfRow(id, row as SessionStateRow) : undefined;
    },
    setSessionEnd: (id, expiresAtMs) => changed(run(sql.setSessionEnd, id, expiresAtMs)),
    async disconnect(sessionId) {
      for (;;) {
        const [row] = await run(sql.disconnect, sessionId);
        if (!row) return undefined;
        if ((row as { id: unknown }).id !== null) return toGrant(row);
        // The user has reconnected or disconnected meanwhile: query again.
      }
    },
    disconnectSubject: (subject) => grantIn(run(sql.disconnectSubject, subject)),

    findGrant: (id) => grantIn(run(sql.findGrant, id)),
    findGrantOfSubject: (subject) => grantIn(run(sql.findGrantOfSubject, subject)),

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
      // If another process added it at the same time, only the next statement sees it.
      return (await keep()) ?? (sealed === undefined ? undefined : await keep());
    },
    replaceSecret: (name, before, sealed) => changed(run(sql.replaceSecret, name, before, sealed)),
    renameSubject: (from, to) => changed(run(sql.renameSubject, from, to)),

    async prune(nowMs, unusedSinceMs) {
      await prune(run, sql.pruneConsumedStates, nowMs);
      await prune(run, sql.pruneSessions, nowMs);
      await prune(run, sql.pruneGrants, nowMs - DEAD_LIFETIME_MS);
      if (unusedSinceMs !== undefined) await prune(run, sql.pruneUnused, unusedSinceMs, nowMs);
    },
    outbox: postgresOutbox({ prefix, run, now }),
    ...queriesOfProbe(run),
    durability: () => durabilityOf(run),
    serverReplaced,
    probe: { ...queriesOfProbe(whenMigrated(runProbeOnce)), serverReplaced },
    close() {
      // The caller owns the client and closes it.
    },
    migration: migrationTo(schema, runOnce, prefix),
  };
}

const toGrant = (row: unknown): Grant => grantOf(row as GrantRow);
