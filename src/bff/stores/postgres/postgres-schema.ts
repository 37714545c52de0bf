import { VaultError } from '../../../protocol/index.ts';
import type { Migration, Stage } from '../migration.ts';
import type { Run } from './postgres-client.ts';
import { assertVersion } from '../stored-version.ts';

/** Version of the tables after the contraction. */
const VERSION = 2;

/**
 * SQL that creates the tables of version 1. It was published and never changes.
 *
 * Each subject has at most one grant, and sessions refer to the subject of their grant. So a reconnect changes a single row, and concurrent changes
 * wait for it. Ids are ordered by their bytes.
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

/** SQL that adds what this version needs. The version stays 1, since processes of an earlier version still work with these tables. */
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

/** SQL that removes what only earlier versions need, and refuses their processes. Run it when none of them is left. */
const contraction = (prefix: string) => `
  DROP TABLE ${prefix}flows;
  INSERT INTO ${prefix}versions (version) VALUES (${VERSION});
`;

/** Id of the advisory lock that serializes migrations. An arbitrary number that is unlikely to be used elsewhere. */
const LOCK = 8_617_285_411_905;

/** Wraps statements into a single one, so that they are atomic with any driver and any pooler. */
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
    -- No process of an earlier version uses tables that were just created.
    ${contraction(prefix)}
  END IF;`);

/** SQL of the contraction. Earlier versions keep each flow for an hour. */
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
 * Creates the tables, or adds those that this version needs. If they exist, nothing is changed and no permission is needed. Keeps what earlier
 * versions need.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written them, or if the database user may not create them
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
    'The database user may not create or change the tables. Run "vaultlink migrate" as a user who may, or let a DBA run the output of "vaultlink migrate --print".',
  );

/**
 * Checks the tables without changing them.
 *
 * @throws VaultError `configuration_error` if the tables are missing or not ready for this version
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

/** Creates the migration of the tables; see {@link Migration}. */
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
