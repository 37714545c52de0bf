import type { Run } from './postgres-client.ts';
import { assertVersion } from '../version.ts';

/** The version of tables that hold nothing that only earlier versions of Vaultlink need. */
const VERSION = 2;

/**
 * Makes the tables of version 1. They are published, and never change.
 *
 * There is one grant of a subject at a time, and a session leads to the grant of its subject, whichever that is: so whoever connects anew changes
 * one row, on which all wait who would change it too. Ids sort by their bytes.
 */
const first = (prefix: string) => `
  CREATE TABLE ${prefix}flows (
    id text COLLATE "C" PRIMARY KEY,
    browser_key_hash text NOT NULL,
    sealed_verifier text NOT NULL,
    return_to text NOT NULL,
    display text NOT NULL,
    subject text NOT NULL,
    previous_session_id text,
    expires_at_ms bigint NOT NULL,
    times_consumed integer NOT NULL DEFAULT 0
  );
  CREATE INDEX ON ${prefix}flows (expires_at_ms);

  CREATE TABLE ${prefix}grants (
    subject text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    sealed text NOT NULL,
    version integer NOT NULL,
    scope text,
    expires_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    dead_reason text,
    dead_at_ms bigint,
    refresh_attempt integer,
    refresh_since_ms bigint,
    lease_owner text,
    lease_until_ms bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX ON ${prefix}grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;

  CREATE TABLE ${prefix}sessions (
    id text COLLATE "C" PRIMARY KEY,
    subject text COLLATE "C" NOT NULL REFERENCES ${prefix}grants ON DELETE CASCADE,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX ON ${prefix}sessions (subject);
  CREATE INDEX ON ${prefix}sessions (expires_at_ms);
  INSERT INTO ${prefix}versions (version) VALUES (1);
`;

/** Adds what this version needs. The version stays 1, since a process of an earlier version works with it, and starts with it, too. */
const expansion = (prefix: string) => `
  CREATE TABLE ${prefix}consumed_states (
    id text COLLATE "C" PRIMARY KEY,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX ON ${prefix}consumed_states (expires_at_ms);
`;

/** Takes away what only earlier versions need, and keeps them out: to be run when none of their processes is left. */
const contraction = (prefix: string) => `
  DROP TABLE ${prefix}flows;
  INSERT INTO ${prefix}versions (version) VALUES (${VERSION});
`;

/** Whoever migrates holds this lock, so that processes that start at once do it once. The number is any that others are unlikely to take. */
const LOCK = 8_617_285_411_905;

/**
 * Makes the tables, or adds those that this version needs. It changes nothing where they are, and then needs no right to. What an earlier version
 * needs stays.
 *
 * @throws VaultError `configuration_error` where a later version of Vaultlink has written them
 */
export async function expand(run: Run, prefix: string): Promise<void> {
  // One statement: it happens whole or not at all, through any driver and any pooler.
  await run(`
    DO $migrate$
    DECLARE
      current integer;
    BEGIN
      PERFORM pg_advisory_xact_lock(${LOCK});
      IF to_regclass('${prefix}versions') IS NULL THEN
        CREATE TABLE ${prefix}versions (
          version integer PRIMARY KEY,
          migrated_at timestamptz NOT NULL DEFAULT clock_timestamp()
        );
      END IF;
      SELECT coalesce(max(version), 0) INTO current FROM ${prefix}versions;
      IF current = 0 THEN
        ${first(prefix)}
      END IF;
      IF current < ${VERSION} AND to_regclass('${prefix}consumed_states') IS NULL THEN
        ${expansion(prefix)}
      END IF;
      IF current = 0 THEN
        -- No process of an earlier version is at tables that have just been made.
        ${contraction(prefix)}
      END IF;
    END
    $migrate$`);
  assertVersion(await versionOf(run, prefix), VERSION, true);
}

/**
 * Changes nothing.
 *
 * @throws VaultError `configuration_error` where the tables are not there, or not of this version
 */
export async function assertExpanded(run: Run, prefix: string): Promise<void> {
  const [row] = await run(`SELECT to_regclass('${prefix}versions') IS NOT NULL AS made,
    to_regclass('${prefix}consumed_states') IS NOT NULL AS expanded`);
  const { made, expanded } = row as { made: boolean; expanded: boolean };
  const version = made ? await versionOf(run, prefix) : 0;
  assertVersion(version && expanded ? Math.max(version, VERSION) : version, VERSION, false);
}

async function versionOf(run: Run, prefix: string): Promise<number> {
  const [row] = await run(`SELECT max(version) AS version FROM ${prefix}versions`);
  return (row as { version: number }).version;
}
