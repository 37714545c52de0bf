/** The tables of version 1 in SQLite, as they were published. */
export const sqliteFirst = `
  CREATE TABLE flows (id TEXT PRIMARY KEY, browser_key_hash TEXT NOT NULL, sealed_verifier TEXT NOT NULL,
    return_to TEXT NOT NULL, display TEXT NOT NULL, subject TEXT NOT NULL, previous_session_id TEXT,
    expires_at_ms INTEGER NOT NULL, consumed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE INDEX flows_by_expiry ON flows (expires_at_ms);
  CREATE TABLE grants (id TEXT PRIMARY KEY, subject TEXT NOT NULL, sealed TEXT NOT NULL,
    version INTEGER NOT NULL, scope TEXT, expires_at_ms INTEGER NOT NULL, received_at_ms INTEGER NOT NULL,
    dead_reason TEXT, dead_at_ms INTEGER, refresh_attempt INTEGER, refresh_since_ms INTEGER,
    lease_owner TEXT, lease_until_ms INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_subject ON grants (subject);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, grant_id TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_grant ON sessions (grant_id);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
  PRAGMA user_version = 1;`;

/** The same in PostgreSQL. */
export const postgresFirst = (prefix: string) => `
  CREATE TABLE ${prefix}versions (version integer PRIMARY KEY,
    migrated_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE ${prefix}flows (id text COLLATE "C" PRIMARY KEY, browser_key_hash text NOT NULL,
    sealed_verifier text NOT NULL, return_to text NOT NULL, display text NOT NULL, subject text NOT NULL,
    previous_session_id text, expires_at_ms bigint NOT NULL, times_consumed integer NOT NULL DEFAULT 0);
  CREATE INDEX ON ${prefix}flows (expires_at_ms);
  CREATE TABLE ${prefix}grants (subject text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    sealed text NOT NULL, version integer NOT NULL, scope text, expires_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL, dead_reason text, dead_at_ms bigint, refresh_attempt integer,
    refresh_since_ms bigint, lease_owner text, lease_until_ms bigint NOT NULL DEFAULT 0);
  CREATE INDEX ON ${prefix}grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;
  CREATE TABLE ${prefix}sessions (id text COLLATE "C" PRIMARY KEY,
    subject text COLLATE "C" NOT NULL REFERENCES ${prefix}grants ON DELETE CASCADE, expires_at_ms bigint NOT NULL);
  CREATE INDEX ON ${prefix}sessions (subject);
  CREATE INDEX ON ${prefix}sessions (expires_at_ms);
  INSERT INTO ${prefix}versions (version) VALUES (1);`;
