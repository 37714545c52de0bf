import type { DatabaseSync } from 'node:sqlite';
import type { Stage } from '../migration.ts';
import { assertVersion } from '../stored-version.ts';

/** The `user_version` of a file that holds nothing that only earlier versions of Vaultlink need. */
const VERSION = 2;

/** Brings an empty file to `user_version` 1. It is published, and never changes. */
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

/** Adds what this version needs. The `user_version` stays 1, since a process of an earlier version works with it, and starts with it, too. */
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

/** Takes away what only earlier versions need, and keeps them out: to be run when none of their processes is left. */
export const CONTRACT = `
  DROP TABLE flows;
  PRAGMA user_version = ${VERSION};
`;

/**
 * How far a file has come.
 *
 * @throws VaultError `configuration_error` where a later version of Vaultlink has written it
 */
export function stageOf(database: DatabaseSync): Stage {
  const version = versionOf(database);
  assertVersion(version, VERSION, true);
  if (version === 0) return 'none';
  if (version === VERSION) return 'contracted';
  return hasTable(database, 'secrets') ? 'expanded' : 'earlier';
}

/** What brings a file from a stage to where this version works with it. */
export const expansionFrom = (stage: Stage): string =>
  // No process of an earlier version is at a file that has just been made.
  stage === 'none' ? FIRST + EXPAND + CONTRACT : stage === 'earlier' ? EXPAND : '';

/**
 * Makes the tables, or adds those that this version needs. What an earlier version needs stays.
 *
 * @throws VaultError `configuration_error` where a later version of Vaultlink has written the file
 */
export function expand(database: DatabaseSync): void {
  database.exec(expansionFrom(stageOf(database)));
}

/**
 * Changes nothing.
 *
 * @throws VaultError `configuration_error` where the tables are not there, or not as this version needs them
 */
export function assertExpanded(database: DatabaseSync): void {
  const stage = stageOf(database);
  if (stage === 'none' || stage === 'earlier') assertVersion(versionOf(database), VERSION, false);
}

/** Whether a table is there. */
export const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !==
  undefined;

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  return (row as { version: number }).version;
}
