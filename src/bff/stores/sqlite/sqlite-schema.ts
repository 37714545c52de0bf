import type { DatabaseSync } from 'node:sqlite';
import type { Stage } from '../migration.ts';
import { assertVersion } from '../stored-version.ts';
import { atomically } from './sqlite-file.ts';

/** The `user_version` after the contraction. */
const VERSION = 2;

/** SQL that creates the tables of version 1. It was published and never changes. */
const FIRST = `
  CREATE TABLE flows (
    id TEXT PRIMARY KEY,
    browser_key_hash TEXT NOT NULL,
    sealed_verifier TEXT NOT NULL,
    return_to TEXT NOT NULL,
    display TEXT NOT NULL,
    subject TEXT NOT NULL,
    previous_session_id TEXT,
    expires_at_ms INTEGER NOT NULL,
    consumed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX flows_by_expiry ON flows (expires_at_ms);

  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    sealed TEXT NOT NULL,
    version INTEGER NOT NULL,
    scope TEXT,
    expires_at_ms INTEGER NOT NULL,
    received_at_ms INTEGER NOT NULL,
    dead_reason TEXT,
    dead_at_ms INTEGER,
    refresh_attempt INTEGER,
    refresh_since_ms INTEGER,
    lease_owner TEXT,
    lease_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_subject ON grants (subject);

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_grant ON sessions (grant_id);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
`;

/** SQL that adds what this version needs. The `user_version` stays 1, since processes of an earlier version still work with the file. */
const EXPAND = `
  CREATE TABLE IF NOT EXISTS consumed_states (
    id TEXT PRIMARY KEY,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS consumed_states_by_expiry ON consumed_states (expires_at_ms);

  CREATE INDEX IF NOT EXISTS grants_by_receipt ON grants (received_at_ms);
  CREATE INDEX IF NOT EXISTS grants_by_death ON grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;

  CREATE TABLE IF NOT EXISTS secrets (
    name TEXT PRIMARY KEY,
    sealed TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** SQL that removes what only earlier versions need, and refuses their processes. Run it when none of them is left. */
export const CONTRACT = `
  DROP TABLE flows;
  PRAGMA user_version = ${VERSION};
`;

/**
 * Returns the state of a file.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written it
 */
export function stageOf(database: DatabaseSync): Stage {
  const version = versionOf(database);
  assertVersion(version, VERSION, true);
  if (version === 0) return 'none';
  if (version === VERSION) return 'contracted';
  return hasTable(database, 'secrets') ? 'expanded' : 'earlier';
}

/** Returns the SQL that expands a file from a stage. */
export const expansionFrom = (stage: Stage): string =>
  // No process of an earlier version uses a file that was just created.
  stage === 'none' ? FIRST + EXPAND + CONTRACT : stage === 'earlier' ? EXPAND : '';

/**
 * Creates the tables, or adds those that this version needs. Keeps what earlier versions need. If they exist, only reads the file: a write would wait
 * while another process has locked it.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written the file
 */
export function expandWhereNeeded(database: DatabaseSync): void {
  if (!expansionFrom(stageOf(database))) return;
  // Another process may have done it meanwhile.
  atomically(database, () => database.exec(expansionFrom(stageOf(database))));
}

/**
 * Checks the tables without changing them.
 *
 * @throws VaultError `configuration_error` if the tables are missing or not ready for this version
 */
export function assertExpanded(database: DatabaseSync): void {
  const stage = stageOf(database);
  if (stage === 'none' || stage === 'earlier') assertVersion(versionOf(database), VERSION, false);
}

/** Returns whether a table exists. */
export const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !==
  undefined;

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  return (row as { version: number }).version;
}
