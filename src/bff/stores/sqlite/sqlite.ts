/**
 * Keeps grants and sessions in a SQLite file.
 *
 * @module
 */
import type { DatabaseSync } from 'node:sqlite';
import { assertKnownOptions } from '../../config/mistakes.ts';
import { GRANT, GRANT_STATE, grantOf, sessionStateOfRow } from '../rows.ts';
import type { GrantRow, SessionStateRow } from '../rows.ts';
import type { Migration } from '../migration.ts';
import {
  atomically,
  configureDatabase,
  createPlaceCheck,
  IN_MEMORY,
  openFile,
  openFileAsItIs,
  withoutDiskWait,
} from './sqlite-file.ts';
import { createBusyQueue, isBusy } from './retry-while-busy.ts';
import { migrationTo } from './sqlite-migration.ts';
import { sqliteOutbox } from './sqlite-outbox.ts';
import { assertExpanded, expandWhereNeeded, SCHEMA } from './sqlite-schema.ts';
import { DEAD_LIFETIME_MS } from '../store.ts';
import type { Store } from '../store.ts';

/** Maximum number of rows that one statement deletes, so that it does not block the process for long. */
const PRUNE_LIMIT = 500;

/** Settings of a {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Creates and migrates the tables. `false`: only checks them, for tools that must not change the file. Default: true. */
  migrates?: boolean | undefined;
}

/**
 * Creates a store in a SQLite file. Several processes on one machine may share it. Saved grants and sessions survive a power loss. While another
 * process has locked the file, calls wait for up to ten seconds without blocking this process.
 *
 * @param path path of the file; a missing file is created for its owner only
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written the file, or `migrates` is `false` and the file is older, or if
 *   an option does not exist
 */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): Store {
  assertKnownOptions(options, { now: true, migrates: true });
  const { now = Date.now, migrates = true } = options;
  const database = migrates ? openFile(path) : openFileAsItIs(path);
  const assertInPlace = createPlaceCheck(path);
  let prepared: Statements | undefined;
  let isOpen = true;

  /** Sets the file up and prepares the statements. While another process has locked the file, the next call tries again. */
  function setUp(): Statements {
    if (prepared) return prepared;
    if (migrates) expandWhereNeeded(database, SCHEMA);
    else assertExpanded(database, SCHEMA);
    configureDatabase(database);
    return (prepared = prepare(database));
  }
  try {
    setUp();
  } catch (error) {
    if (!isBusy(error)) {
      database.close();
      throw error;
    }
  }

  // Reads do not wait behind writes: another process that writes does not block them.
  const [runRead, runWrite] = [createBusyQueue(), createBusyQueue()];
  const read = <T>(work: (sql: Statements) => T) => runRead(() => work(setUp()));
  const write = <T>(work: (sql: Statements) => T) =>
    runWrite(() => {
      assertInPlace();
      return work(setUp());
    });
  /** Runs a statement. @returns whether it changed a row */
  const change = (run: (sql: Statements) => Changes) =>
    write((sql) => Number(run(sql).changes) > 0);

  /** Deletes the sessions of a grant. @param row of the grant that was just deleted */
  const deleteSessionsOf = (sql: Statements, row: unknown) => {
    const grant = maybeGrantOf(row);
    if (grant) sql.deleteSessionsOfGrant.run(grant.id);
    return grant;
  };

  /** Deletes in batches until nothing is left. */
  async function prune(piece: (sql: Statements) => Changes): Promise<void> {
    while (isOpen && (await write(piece)).changes === PRUNE_LIMIT) {
      // A statement blocks the process: yield between batches.
      await new Promise((resolve) => void setTimeout(resolve, 0));
    }
  }

  return {
    // Strangers can end flows, and the disk would make everybody wait for them. If a power loss undoes this, no session has been saved since, and the
    // service does not take the code again.
    consumeState: (stateHash, expiresAtMs) =>
      change((sql) =>
        withoutDiskWait(database, () => sql.consumeState.run(stateHash, expiresAtMs)),
      ),

    connect: (session, grant, previousSessionId = '') =>
      write((sql) => {
        atomically(database, () => {
          const previous = sql.deleteSession.get(previousSessionId) as
            { grantId: string } | undefined;
          sql.inherit.run(grant.id, grant.subject);
          sql.supersede.run(grant.subject);
          if (previous) sql.deleteUnused.run(previous.grantId);
          const { id, subject, sealed, version, scope, expiresAtMs, receivedAtMs } = grant;
          sql.addGrant.run(id, subject, sealed, version, scope ?? null, expiresAtMs, receivedAtMs);
          sql.addSession.run(session.id, session.grantId, session.expiresAtMs);
        });
      }),
    findSession: (id, nowMs) =>
      read((sql) => {
        const row = sql.findSession.get(id, nowMs) as
          (GrantRow & { sessionExpiresAtMs: number }) | undefined;
        if (!row) return undefined;
        return {
          session: { id, grantId: row.id, expiresAtMs: row.sessionExpiresAtMs },
          grant: grantOf(row),
        };
      }),
    findSessionState: (id, nowMs) =>
      read((sql) => {
        const row = sql.findSessionState.get(id, nowMs) as SessionStateRow | undefined;
        return row && sessionStateOfRow(id, row);
      }),
    setSessionEnd: (id, expiresAtMs) => change((sql) => sql.setSessionEnd.run(expiresAtMs, id)),
    disconnect: (sessionId) =>
      write((sql) =>
        atomically(database, () => deleteSessionsOf(sql, sql.deleteGrantOfSession.get(sessionId))),
      ),
    disconnectSubject: (subject) =>
      write((sql) =>
        atomically(database, () => deleteSessionsOf(sql, sql.deleteGrantOfSubject.get(subject))),
      ),

    findGrant: (id) => read((sql) => maybeGrantOf(sql.findGrant.get(id))),
    findGrantOfSubject: (subject) =>
      read((sql) => maybeGrantOf(sql.findGrantOfSubject.get(subject))),
    grants: (afterId = '', limit) =>
      read((sql) => (sql.grants.all(afterId, limit) as GrantRow[]).map(grantOf)),

    takeLease: (grantId, owner, lifetimeMs) =>
      // A commit of its own: `get()` returns the row although the commit of the statement fails, such as on a full disk.
      write((sql) =>
        atomically(database, () =>
          maybeGrantOf(sql.takeLease.get(owner, now() + lifetimeMs, grantId, owner, now())),
        ),
      ),
    renewLease: (grantId, owner, lifetimeMs) =>
      change((sql) => sql.renewLease.run(now() + lifetimeMs, grantId, owner)),
    releaseLease: (grantId, owner) =>
      write((sql) => {
        sql.releaseLease.run(grantId, owner);
      }),
    markRefreshing: (grantId, owner, mark) =>
      change((sql) =>
        sql.markRefreshing.run(mark?.attempt ?? null, mark?.sinceMs ?? null, grantId, owner),
      ),

    saveGrant: (grantId, version, { sealed, scope, expiresAtMs, receivedAtMs }) =>
      change((sql) =>
        sql.saveGrant.run(sealed, scope ?? null, expiresAtMs, receivedAtMs, grantId, version),
      ),
    markDead: (grantId, version, reason) =>
      change((sql) => sql.markDead.run(reason, now(), grantId, version)),
    replaceSeal: (grantId, sealedBefore, sealed) =>
      change((sql) => sql.replaceSeal.run(sealed, grantId, sealedBefore)),

    keepSecret: (name, sealed) =>
      (sealed === undefined ? read : write)((sql) => {
        if (sealed !== undefined) sql.addSecret.run(name, sealed);
        return (sql.findSecret.get(name) as { sealed: string } | undefined)?.sealed;
      }),
    replaceSecret: (name, before, sealed) =>
      change((sql) => sql.replaceSecret.run(sealed, name, before)),
    renameSubject: (from, to) => change((sql) => sql.renameSubject.run(to, from, to)),

    async prune(nowMs, unusedSinceMs = -1) {
      await prune((sql) => sql.pruneConsumedStates.run(nowMs, PRUNE_LIMIT));
      await prune((sql) => sql.pruneSessions.run(nowMs, PRUNE_LIMIT));
      await prune((sql) => sql.pruneGrants.run(nowMs - DEAD_LIFETIME_MS, PRUNE_LIMIT));
      await prune((sql) => sql.pruneUnused.run(unusedSinceMs, nowMs, PRUNE_LIMIT));
    },
    ping: () =>
      read((sql) => {
        assertInPlace();
        sql.ping.get();
      }),
    durability: () => read(() => durabilityOf(database)),
    outbox: sqliteOutbox({
      ...{ database, now, isDurable: path !== IN_MEMORY },
      read: (work) => read(work),
      write: (work) => write(work),
    }),
    close() {
      isOpen = false;
      database.close();
    },
  };
}

/** Creates the migration of a SQLite file. The store expands the file by itself when it opens it. Operators run the contraction. */
export const sqliteMigration = (path: string): Migration => migrationTo(SCHEMA, path);

/** Result of a statement that changes rows. */
interface Changes {
  changes: number | bigint;
}

type Statements = ReturnType<typeof prepare>;

/** Describes risks of data loss. On file systems without shared memory, such as network drives, SQLite uses no write-ahead log. */
function durabilityOf(database: DatabaseSync): string[] {
  const { mode } = database
    .prepare('SELECT journal_mode AS mode FROM pragma_journal_mode')
    .get() as { mode: string };
  if (mode === 'wal') return [];
  return mode === 'memory'
    ? ['SQLite runs in memory and loses all data when the process ends. Configure a file.']
    : [
        `SQLite works without a write-ahead log (journal_mode ${mode}): put the file on a local disk.`,
      ];
}

/** Prepares all statements once, when the store is opened. */
function prepare(database: DatabaseSync) {
  const one = (sql: string) => database.prepare(sql);
  const findSession = (columns: string) =>
    one(`SELECT s.expires_at_ms AS sessionExpiresAtMs, g.*
      FROM sessions s JOIN (SELECT ${columns} FROM grants) g ON g.id = s.grant_id
      WHERE s.id = ? AND s.expires_at_ms > ?`);
  const isUnused = 'NOT EXISTS (SELECT 1 FROM sessions WHERE grant_id = grants.id)';
  return {
    consumeState: one('INSERT OR IGNORE INTO consumed_states (id, expires_at_ms) VALUES (?, ?)'),
    pruneConsumedStates: one(`DELETE FROM consumed_states WHERE id IN
      (SELECT id FROM consumed_states WHERE expires_at_ms <= ? LIMIT ?)`),
    addSession: one('INSERT INTO sessions (id, grant_id, expires_at_ms) VALUES (?, ?, ?)'),
    findSession: findSession(GRANT),
    findSessionState: findSession(GRANT_STATE),
    setSessionEnd: one('UPDATE sessions SET expires_at_ms = ? WHERE id = ?'),
    deleteSession: one('DELETE FROM sessions WHERE id = ? RETURNING grant_id AS grantId'),
    deleteSessionsOfGrant: one('DELETE FROM sessions WHERE grant_id = ?'),
    pruneSessions: one(`DELETE FROM sessions WHERE id IN
      (SELECT id FROM sessions WHERE expires_at_ms <= ? LIMIT ?)`),
    inherit: one(`UPDATE sessions SET grant_id = ?
      WHERE grant_id IN (SELECT id FROM grants WHERE subject = ?)`),
    supersede: one('DELETE FROM grants WHERE subject = ?'),
    deleteUnused: one(`DELETE FROM grants WHERE id = ? AND ${isUnused}`),
    addGrant: one(`INSERT INTO grants (id, subject, sealed, version, scope, expires_at_ms,
      received_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    findGrant: one(`SELECT ${GRANT} FROM grants WHERE id = ?`),
    findGrantOfSubject: one(`SELECT ${GRANT} FROM grants WHERE subject = ?`),
    grants: one(`SELECT ${GRANT} FROM grants WHERE id > ? ORDER BY id LIMIT ?`),
    deleteGrantOfSession: one(`DELETE FROM grants
      WHERE id = (SELECT grant_id FROM sessions WHERE id = ?) RETURNING ${GRANT}`),
    deleteGrantOfSubject: one(`DELETE FROM grants WHERE subject = ? RETURNING ${GRANT}`),
    takeLease: one(`UPDATE grants SET lease_owner = ?, lease_until_ms = ?
      WHERE id = ? AND (lease_owner IS NULL OR lease_owner = ? OR lease_until_ms <= ?)
      RETURNING ${GRANT}`),
    renewLease: one('UPDATE grants SET lease_until_ms = ? WHERE id = ? AND lease_owner = ?'),
    releaseLease: one('UPDATE grants SET lease_owner = NULL WHERE id = ? AND lease_owner = ?'),
    markRefreshing: one(`UPDATE grants SET refresh_attempt = ?, refresh_since_ms = ?
      WHERE id = ? AND lease_owner = ?`),
    saveGrant: one(`UPDATE grants SET sealed = ?, scope = ?, expires_at_ms = ?, received_at_ms = ?,
      version = version + 1, dead_reason = NULL, dead_at_ms = NULL, refresh_attempt = NULL,
      refresh_since_ms = NULL WHERE id = ? AND version = ?`),
    markDead: one(`UPDATE grants SET dead_reason = ?, dead_at_ms = ? WHERE id = ? AND version = ?`),
    replaceSeal: one('UPDATE grants SET sealed = ? WHERE id = ? AND sealed = ?'),
    pruneUnused: one(`DELETE FROM grants WHERE id IN (SELECT id FROM grants
      WHERE received_at_ms <= ? AND lease_until_ms <= ? AND ${isUnused} LIMIT ?)`),
    pruneGrants: one(`DELETE FROM grants WHERE id IN
      (SELECT id FROM grants WHERE dead_at_ms <= ? AND ${isUnused} LIMIT ?)`),
    addSecret: one('INSERT OR IGNORE INTO secrets (name, sealed) VALUES (?, ?)'),
    findSecret: one('SELECT sealed FROM secrets WHERE name = ?'),
    replaceSecret: one('UPDATE secrets SET sealed = ? WHERE name = ? AND sealed = ?'),
    renameSubject: one(`UPDATE grants SET subject = ?
      WHERE subject = ? AND NOT EXISTS (SELECT 1 FROM grants WHERE subject = ?)`),
    ping: one('SELECT 1 FROM grants LIMIT 1'),
  };
}

const maybeGrantOf = (row: unknown) => (row ? grantOf(row as GrantRow) : undefined);
