/**
 * What brings a database from one `user_version` to the next, in order. A published entry never changes: whatever comes later is a further one.
 */
export const MIGRATIONS: readonly string[] = [
  `
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
  `,
];
