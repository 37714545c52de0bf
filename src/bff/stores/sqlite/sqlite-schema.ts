import type { DatabaseSync } from 'node:sqlite';
import type { Stage } from '../migration.ts';
import { assertVersion, creationOf, versionOf } from '../schema.ts';
import type { Schema } from '../schema.ts';
import { atomically } from './sqlite-file.ts';

/** The tables of the store. The version is the `user_version` of the file. */
export const SCHEMA: Schema = {
  create: `
  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    version INTEGER NOT NULL,
    scope TEXT,
    expires_at_ms INTEGER NOT NULL,
    received_at_ms INTEGER NOT NULL,
    dead_reason TEXT,
    dead_at_ms INTEGER,
    refresh_attempt INTEGER,
    refresh_since_ms INTEGER,
    lease_owner TEXT,
    lease_until_ms INTEGER NOT NULL DEFAULT 0,
    key_id TEXT NOT NULL GENERATED ALWAYS AS (substr(sealed, 1, instr(sealed, '.') - 1)) STORED,
    -- Last, because long rows continue on a page of their own.
    sealed TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_subject ON grants (subject);
  CREATE INDEX grants_by_receipt ON grants (received_at_ms);
  CREATE INDEX grants_by_death ON grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_grant ON sessions (grant_id);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);

  CREATE TABLE consumed_states (
    id TEXT PRIMARY KEY,
    expires_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX consumed_states_by_expiry ON consumed_states (expires_at_ms);

  CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    sealed TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    is_anonymous INTEGER NOT NULL,
    is_unapproved INTEGER NOT NULL,
    is_ambiguous INTEGER NOT NULL,
    accepted_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    status INTEGER,
    settled_at_ms INTEGER,
    lease_owner TEXT,
    lease_until_ms INTEGER NOT NULL DEFAULT 0,
    payload TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_by_due ON outbox (kind, due_at_ms) WHERE settled_at_ms IS NULL;
  CREATE INDEX outbox_by_lease ON outbox (kind, lease_until_ms) WHERE lease_owner IS NOT NULL;
  CREATE INDEX outbox_by_acceptance ON outbox (kind, accepted_at_ms, key);
  CREATE INDEX outbox_by_end ON outbox (settled_at_ms) WHERE settled_at_ms IS NOT NULL;
  CREATE INDEX outbox_erased ON outbox (settled_at_ms) WHERE payload IS NULL;

  CREATE TABLE outbox_counts (
    kind TEXT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    result TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (kind, day, name, result)
  ) STRICT, WITHOUT ROWID;
`,
  steps: [],
};

/**
 * Returns the state of a file.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written it
 */
export function stageOf(database: DatabaseSync, schema: Schema): Stage {
  const version = storedVersionOf(database);
  assertVersion(version, versionOf(schema), true);
  if (version === 0) return 'none';
  if (version === versionOf(schema)) return 'contracted';
  return expansionOf(database, schema) ? 'earlier' : 'expanded';
}

/** Returns the SQL that expands a file. Empty: it has what this version needs. @param database `undefined`: there is no file yet */
export function expansionOf(database: DatabaseSync | undefined, schema: Schema): string {
  const version = database ? storedVersionOf(database) : 0;
  if (!database || version === 0) return creationOf(schema) + setVersion(schema);
  const isMissing = (condition: string) =>
    !(database.prepare(`SELECT ${condition} AS isThere`).get() as { isThere: number }).isThere;
  return schema.steps
    .slice(version - 1)
    .map(({ isExpanded, expand }) => (isMissing(isExpanded) ? expand : ''))
    .join('');
}

/** Returns the SQL that contracts an expanded file. Empty: there is nothing to remove. @param database `undefined`: there is no file yet */
export function contractionOf(database: DatabaseSync | undefined, schema: Schema): string {
  const steps = database ? schema.steps.slice(storedVersionOf(database) - 1) : [];
  return steps.length ? steps.map(({ contract }) => contract).join('') + setVersion(schema) : '';
}

const setVersion = (schema: Schema): string => `
  PRAGMA user_version = ${versionOf(schema)};
`;

/**
 * Creates the tables, or adds what this version needs. Keeps what earlier versions need. If nothing is missing, only reads the file: a write would wait
 * while another process has locked it.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written the file
 */
export function expandWhereNeeded(database: DatabaseSync, schema: Schema): void {
  if (!isIncomplete(stageOf(database, schema))) return;
  // Another process may have done it meanwhile.
  atomically(database, () => {
    if (isIncomplete(stageOf(database, schema))) database.exec(expansionOf(database, schema));
  });
}

/**
 * Checks the tables without changing them.
 *
 * @throws VaultError `configuration_error` if the tables are missing or not ready for this version
 */
export function assertExpanded(database: DatabaseSync, schema: Schema): void {
  if (!isIncomplete(stageOf(database, schema))) return;
  assertVersion(storedVersionOf(database), versionOf(schema), false);
}

const isIncomplete = (stage: Stage): boolean => stage === 'none' || stage === 'earlier';

function storedVersionOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT user_version AS version FROM pragma_user_version').get();
  return (row as { version: number }).version;
}
