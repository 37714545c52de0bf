import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { patiently } from './patiently.ts';
import { FLOW, flowOf, GRANT, grantOf } from '../rows.ts';
import type { FlowRow, GrantRow } from '../rows.ts';
import { MIGRATIONS } from './sqlite-schema.ts';
import { DEAD_LIFETIME_MS } from '../store.ts';
import type { Store } from '../store.ts';
import { assertVersion } from '../version.ts';

/** For how long a call waits while another process writes, in milliseconds. It waits at the cost of everything else in this process. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * How much of the file is read where the system keeps it in memory, and not copied page by page: the most that SQLite can map. A larger page cache
 * does not help where every session is used as often as any other. `test/bench/session-check.ts` measures it.
 *
 * @see https://sqlite.org/mmap.html
 */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** What SQLite calls a database without a file. */
const IN_MEMORY = ':memory:';

/** How many rows one statement forgets at most: it holds nobody up for long. */
const PRUNE_LIMIT = 500;

/** Settings of a {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Whether its tables are made, and brought to this version. `false`: whoever only looks changes nothing. Default: true. */
  migrates?: boolean | undefined;
}

/**
 * A store in one SQLite file, for one machine: several processes may share it. What it has saved survives a loss of power.
 *
 * @param path of the file, which is made where it is missing, for its owner alone
 * @throws VaultError `configuration_error` where a later version of Vaultlink has written the file; an earlier one, where it is not to be changed
 */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): Store {
  const { now = Date.now, migrates = true } = options;
  if (migrates && path !== IN_MEMORY) closeToOthers(path);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (!migrates) assertVersion(versionOf(database), MIGRATIONS.length, migrates);
  patiently(() => database.exec('PRAGMA journal_mode = WAL'), BUSY_TIMEOUT_MS);
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);

  const atomically = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  atomically(() => migrate(database));

  const sql = prepare(database);
  let isOpen = true;
  const changed = ({ changes }: { changes: number | bigint }) => Number(changes) > 0;

  /** @param row of a grant that was deleted just now */
  const forget = (row: unknown) => {
    const grant = maybeGrantOf(row);
    if (grant) sql.deleteSessionsOfGrant.run(grant.id);
    return grant;
  };

  return {
    addFlow(flow) {
      sql.addFlow.run(
        flow.id,
        flow.browserKeyHash,
        flow.sealedVerifier,
        flow.returnTo,
        flow.display,
        flow.subject,
        flow.previousSessionId ?? null,
        flow.expiresAtMs,
      );
    },
    consumeFlow(id, nowMs) {
      const consumed = sql.consumeFlow.get(id, nowMs);
      const flow = maybeFlowOf(consumed ?? sql.findFlow.get(id, nowMs));
      return flow && { flow, first: consumed !== undefined };
    },
    findFlow: (id, nowMs) => maybeFlowOf(sql.findFlow.get(id, nowMs)),

    connect(session, grant, previousSessionId = '') {
      atomically(() => {
        const previous = sql.deleteSession.get(previousSessionId) as
          { grantId: string } | undefined;
        sql.inherit.run(grant.id, grant.subject);
        sql.supersede.run(grant.subject);
        if (previous) sql.deleteUnused.run(previous.grantId);
        const { id, subject, sealed, version, scope, expiresAtMs, receivedAtMs } = grant;
        sql.addGrant.run(id, subject, sealed, version, scope ?? null, expiresAtMs, receivedAtMs);
        sql.addSession.run(session.id, session.grantId, session.expiresAtMs);
      });
    },
    findSession(id, nowMs) {
      const row = sql.findSession.get(id, nowMs) as
        (GrantRow & { sessionExpiresAtMs: number }) | undefined;
      if (!row) return undefined;
      return {
        session: { id, grantId: row.id, expiresAtMs: row.sessionExpiresAtMs },
        grant: grantOf(row),
      };
    },
    disconnect: (sessionId) => atomically(() => forget(sql.deleteGrantOfSession.get(sessionId))),
    disconnectSubject: (subject) => atomically(() => forget(sql.deleteGrantOfSubject.get(subject))),

    findGrant: (id) => maybeGrantOf(sql.findGrant.get(id)),
    findGrantOfSubject: (subject) => maybeGrantOf(sql.findGrantOfSubject.get(subject)),
    grants: (afterId = '', limit) => (sql.grants.all(afterId, limit) as GrantRow[]).map(grantOf),

    takeLease: (grantId, owner, lifetimeMs) =>
      maybeGrantOf(sql.takeLease.get(owner, now() + lifetimeMs, grantId, owner, now())),
    renewLease: (grantId, owner, lifetimeMs) =>
      changed(sql.renewLease.run(now() + lifetimeMs, grantId, owner)),
    releaseLease(grantId, owner) {
      sql.releaseLease.run(grantId, owner);
    },
    markRefreshing: (grantId, owner, mark) =>
      changed(sql.markRefreshing.run(mark?.attempt ?? null, mark?.sinceMs ?? null, grantId, owner)),

    saveGrant: (grantId, version, { sealed, scope, expiresAtMs, receivedAtMs }) =>
      changed(
        sql.saveGrant.run(sealed, scope ?? null, expiresAtMs, receivedAtMs, grantId, version),
      ),
    markDead: (grantId, version, reason) =>
      changed(sql.markDead.run(reason, now(), grantId, version)),
    replaceSeal: (grantId, sealedBefore, sealed) =>
      changed(sql.replaceSeal.run(sealed, grantId, sealedBefore)),

    async prune(nowMs) {
      const parts = [
        { statement: sql.pruneFlows, untilMs: nowMs },
        { statement: sql.pruneSessions, untilMs: nowMs },
        { statement: sql.pruneGrants, untilMs: nowMs - DEAD_LIFETIME_MS },
      ];
      for (const { statement, untilMs } of parts) {
        while (isOpen && statement.run(untilMs, PRUNE_LIMIT).changes === PRUNE_LIMIT) {
          // Everything else in this process waits for a statement.
          await new Promise((resolve) => void setTimeout(resolve, 0));
        }
      }
    },
    ping() {
      sql.ping.get();
    },
    durability: () => durabilityOf(database),
    close() {
      isOpen = false;
      database.close();
    },
  };
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  return (row as { version: number }).version;
}

/** Asks once more for the version: another process may just have done it. */
function migrate(database: DatabaseSync): void {
  const version = versionOf(database);
  assertVersion(version, MIGRATIONS.length, true);
  if (version === MIGRATIONS.length) return;
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

/**
 * Makes the file for its owner alone, since users are named in it; SQLite gives `-wal` and `-shm` the same rights. A file that everybody may read,
 * as earlier versions made it, is closed to all but its owner; rights of a group alone are its owner's choice, and stay.
 */
function closeToOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  if (!(statSync(path).mode & 0o007)) return;
  try {
    for (const end of ['', '-wal', '-shm']) {
      if (statSync(path + end, { throwIfNoEntry: false })) chmodSync(path + end, 0o600);
    }
  } catch {
    // It is somebody else's, who has let this process write there.
  }
}

/** A file system that cannot share memory, such as one on the network, gets no write-ahead log. */
function durabilityOf(database: DatabaseSync): string[] {
  const { mode } = database
    .prepare('SELECT journal_mode AS mode FROM pragma_journal_mode')
    .get() as { mode: string };
  if (mode === 'wal') return [];
  return mode === 'memory'
    ? ['What is kept is gone with the process: name a file for SQLite.']
    : [
        `SQLite works without a write-ahead log (journal_mode ${mode}): put the file on a local disk.`,
      ];
}

/** Each statement once, when the store is opened. */
function prepare(database: DatabaseSync) {
  const one = (sql: string) => database.prepare(sql);
  const isUnused = 'NOT EXISTS (SELECT 1 FROM sessions WHERE grant_id = grants.id)';
  return {
    addFlow: one(`INSERT INTO flows (id, browser_key_hash, sealed_verifier, return_to, display,
      subject, previous_session_id, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    consumeFlow: one(`UPDATE flows SET consumed = 1
      WHERE id = ? AND expires_at_ms > ? AND consumed = 0 RETURNING ${FLOW}`),
    findFlow: one(`SELECT ${FLOW} FROM flows WHERE id = ? AND expires_at_ms > ?`),
    addSession: one('INSERT INTO sessions (id, grant_id, expires_at_ms) VALUES (?, ?, ?)'),
    findSession: one(`SELECT s.expires_at_ms AS sessionExpiresAtMs, g.*
      FROM sessions s JOIN (SELECT ${GRANT} FROM grants) g ON g.id = s.grant_id
      WHERE s.id = ? AND s.expires_at_ms > ?`),
    deleteSession: one('DELETE FROM sessions WHERE id = ? RETURNING grant_id AS grantId'),
    deleteSessionsOfGrant: one('DELETE FROM sessions WHERE grant_id = ?'),
    pruneFlows: one(`DELETE FROM flows WHERE id IN
      (SELECT id FROM flows WHERE expires_at_ms <= ? LIMIT ?)`),
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
    pruneGrants: one(`DELETE FROM grants WHERE id IN
      (SELECT id FROM grants WHERE dead_at_ms <= ? AND ${isUnused} LIMIT ?)`),
    ping: one('SELECT 1 FROM grants LIMIT 1'),
  };
}

const maybeFlowOf = (row: unknown) => (row ? flowOf(row as FlowRow) : undefined);
const maybeGrantOf = (row: unknown) => (row ? grantOf(row as GrantRow) : undefined);
