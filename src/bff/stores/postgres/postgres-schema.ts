import { VaultError } from '../../../protocol/index.ts';
import type { Migration, Stage } from '../migration.ts';
import type { Run } from './postgres-client.ts';
import { assertVersion } from '../stored-version.ts';

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
  CREATE INDEX ON ${prefix}grants (received_at_ms);
  CREATE TABLE ${prefix}secrets (
    name text PRIMARY KEY,
    sealed text NOT NULL
  );
`;

/** Takes away what only earlier versions need, and keeps them out: to be run when none of their processes is left. */
const contraction = (prefix: string) => `
  DROP TABLE ${prefix}flows;
  INSERT INTO ${prefix}versions (version) VALUES (${VERSION});
`;

/** Whoever migrates holds this lock, so that processes that start at once do it once. The number is any that others are unlikely to take. */
const LOCK = 8_617_285_411_905;

/** One statement: it happens whole or not at all, through any driver and any pooler. */
const migrating = (statements: string) => `
DO $migrate$
DECLARE
  current integer;
BEGIN
  PERFORM pg_advisory_xact_lock(${LOCK});
${statements}
END
$migrate$`;

const expandSql = (prefix: string) =>
  migrating(`
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
  END IF;`);

/** An earlier version keeps each of its flows for an hour. */
const contractSql = (prefix: string) =>
  migrating(`
  SELECT max(version) INTO current FROM ${prefix}versions;
  IF current = 1 THEN
    IF EXISTS (SELECT 1 FROM ${prefix}flows
      WHERE expires_at_ms > extract(epoch FROM clock_timestamp()) * 1000)
    THEN
      RAISE EXCEPTION 'An earlier version of Vaultlink began an authorization within the last hour.'
        USING ERRCODE = '${IN_USE}';
    END IF;
    ${contraction(prefix)}
  END IF;`);

/** SQLSTATE `insufficient_privilege`, `object_in_use`. */
const NOT_ALLOWED = '42501';
const IN_USE = '55006';

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/**
 * Makes the tables, or adds those that this version needs. It changes nothing where they are, and then needs no right to. What an earlier version
 * needs stays.
 *
 * @throws VaultError `configuration_error` where a later version of Vaultlink has written them, or the user of the database may not make them
 */
export async function expand(run: Run, prefix: string): Promise<void> {
  try {
    await run(expandSql(prefix));
  } catch (error) {
    throw codeOf(error) === NOT_ALLOWED ? notAllowed() : error;
  }
  await stageOf(run, prefix);
}

const notAllowed = () =>
  new VaultError(
    'configuration_error',
    'The user of the database may not make or change the tables: run "vaultlink migrate" as one who may, or let a DBA run what "vaultlink migrate --print" prints.',
  );

/**
 * Changes nothing.
 *
 * @throws VaultError `configuration_error` where the tables are not there, or not as this version needs them
 */
export async function assertExpanded(run: Run, prefix: string): Promise<void> {
  const stage = await stageOf(run, prefix);
  if (stage === 'none') assertVersion(0, VERSION, false);
  if (stage === 'earlier') assertVersion(VERSION - 1, VERSION, false);
}

async function stageOf(run: Run, prefix: string): Promise<Stage> {
  const [row] = await run(`SELECT to_regclass('${prefix}versions') IS NOT NULL AS made,
    to_regclass('${prefix}consumed_states') IS NOT NULL AS expanded`);
  const { made, expanded } = row as { made: boolean; expanded: boolean };
  const version = made ? await versionOf(run, prefix) : 0;
  assertVersion(version, VERSION, true);
  if (version === 0) return 'none';
  if (version === VERSION) return 'contracted';
  return expanded ? 'expanded' : 'earlier';
}

async function versionOf(run: Run, prefix: string): Promise<number> {
  const [row] = await run(`SELECT max(version) AS version FROM ${prefix}versions`);
  return (row as { version: number | null }).version ?? 0;
}

/** Brings the tables to this version; see {@link Migration}. */
export const postgresMigration = (run: Run, prefix: string): Migration => ({
  stage: () => stageOf(run, prefix),
  expand: () => expand(run, prefix),
  async contract() {
    try {
      await run(contractSql(prefix));
      return true;
    } catch (error) {
      if (codeOf(error) === IN_USE) return false;
      throw codeOf(error) === NOT_ALLOWED ? notAllowed() : error;
    }
  },
  sql: () =>
    Promise.resolve({
      expand: `${expandSql(prefix).trim()};`,
      contract: `${contractSql(prefix).trim()};`,
    }),
});
