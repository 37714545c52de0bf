import { VaultError } from '../../../protocol/index.ts';
import type { Migration, Stage } from '../migration.ts';
import { assertVersion, creationOf, versionOf } from '../schema.ts';
import type { Schema } from '../schema.ts';
import type { Run } from './postgres-client.ts';

/** Returns the schema of tables with a prefix. */
export type SchemaOf = (prefix: string) => Schema;

/**
 * The tables of the store. The version is the largest one in the table of versions.
 *
 * Each subject has at most one grant, and sessions refer to the subject of their grant. So a reconnect changes a single row, and concurrent changes
 * wait for it. Ids are ordered by their bytes.
 */
export const schemaOf: SchemaOf = (prefix) => ({
  create: `
  CREATE TABLE ${prefix}grants (
    subject text COLLATE "C" PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    sealed text NOT NULL,
    key_id text GENERATED ALWAYS AS (left(sealed, greatest(strpos(sealed, '.') - 1, 0))) STORED,
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
  CREATE INDEX ON ${prefix}grants (received_at_ms);
  CREATE INDEX ON ${prefix}grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;

  CREATE TABLE ${prefix}sessions (
    id text COLLATE "C" PRIMARY KEY,
    subject text COLLATE "C" NOT NULL REFERENCES ${prefix}grants ON DELETE CASCADE,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX ON ${prefix}sessions (subject);
  CREATE INDEX ON ${prefix}sessions (expires_at_ms);

  CREATE TABLE ${prefix}consumed_states (
    id text COLLATE "C" PRIMARY KEY,
    expires_at_ms bigint NOT NULL
  );
  CREATE INDEX ON ${prefix}consumed_states (expires_at_ms);

  CREATE TABLE ${prefix}secrets (
    name text PRIMARY KEY,
    sealed text NOT NULL
  );

  CREATE TABLE ${prefix}outbox (
    key text COLLATE "C" PRIMARY KEY,
    kind text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    payload text,
    is_anonymous boolean NOT NULL,
    is_unapproved boolean NOT NULL,
    is_ambiguous boolean NOT NULL DEFAULT false,
    accepted_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    due_at_ms bigint NOT NULL,
    begun integer NOT NULL,
    ended integer NOT NULL DEFAULT 0,
    status integer,
    settled_at_ms bigint,
    lease_owner text,
    lease_until_ms bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX ON ${prefix}outbox (kind, due_at_ms) WHERE settled_at_ms IS NULL;
  CREATE INDEX ON ${prefix}outbox (kind, lease_until_ms) WHERE lease_owner IS NOT NULL;
  CREATE INDEX ON ${prefix}outbox (lease_owner) WHERE lease_owner IS NOT NULL;
  CREATE INDEX ON ${prefix}outbox (kind, accepted_at_ms, key);
  CREATE INDEX ON ${prefix}outbox (settled_at_ms) WHERE settled_at_ms IS NOT NULL;
  CREATE INDEX ON ${prefix}outbox (settled_at_ms, key) WHERE payload IS NULL;

  -- Each connection counts in a slot of its own, so that no commit waits for the disk of another one.
  CREATE TABLE ${prefix}outbox_counts (
    kind text NOT NULL,
    day text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    result text COLLATE "C" NOT NULL,
    slot integer NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (kind, day, name, result, slot)
  );
`,
  steps: [],
});

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

const setVersion = (schema: Schema, prefix: string) =>
  `INSERT INTO ${prefix}versions (version) VALUES (${versionOf(schema)});`;

const expandSql = (schema: Schema, prefix: string) =>
  migrating(`
  IF to_regclass('${prefix}versions') IS NULL THEN
    CREATE TABLE ${prefix}versions (
      version integer PRIMARY KEY,
      migrated_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
  END IF;
  SELECT coalesce(max(version), 0) INTO current FROM ${prefix}versions;
  IF current = 0 THEN
    ${creationOf(schema)}
    ${setVersion(schema, prefix)}
    current := ${versionOf(schema)};
  END IF;${schema.steps
    .map(
      ({ isExpanded, expand }, index) => `
  IF current <= ${index + 1} THEN
    IF NOT (${isExpanded}) THEN
      ${expand}
    END IF;
  END IF;`,
    )
    .join('')}`);

const contractSql = (schema: Schema, prefix: string) =>
  migrating(`
  SELECT max(version) INTO current FROM ${prefix}versions;
  IF current < ${versionOf(schema)} THEN${schema.steps
    .map(
      ({ contract }, index) => `
    IF current <= ${index + 1} THEN
      ${contract}
    END IF;`,
    )
    .join('')}
    ${setVersion(schema, prefix)}
  END IF;`);

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = '42501';

/** Runs SQL that changes tables. @throws VaultError `configuration_error` if the database user may not do so */
async function migrate(run: Run, sql: string): Promise<void> {
  try {
    await run(sql);
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === NOT_ALLOWED ? notAllowed() : error;
  }
}

const notAllowed = () =>
  new VaultError(
    'configuration_error',
    'The database user may not create or change the tables. Run "vaultlink migrate" as a user who may, or let a DBA run the output of "vaultlink migrate --print".',
  );

/**
 * Creates the tables, or adds what this version needs. If nothing is missing, nothing is changed and no permission is needed. Keeps what earlier
 * versions need.
 *
 * @throws VaultError `configuration_error` if a later version of Vaultlink has written them, or if the database user may not create them
 */
export async function expand(run: Run, schema: Schema, prefix: string): Promise<void> {
  await migrate(run, expandSql(schema, prefix));
  await stageOf(run, schema, prefix);
}

/**
 * Checks the tables without changing them.
 *
 * @throws VaultError `configuration_error` if the tables are missing or not ready for this version
 */
export async function assertExpanded(run: Run, schema: Schema, prefix: string): Promise<void> {
  const stage = await stageOf(run, schema, prefix);
  if (stage !== 'none' && stage !== 'earlier') return;
  assertVersion(await storedVersionOf(run, prefix), versionOf(schema), false);
}

/** @throws VaultError `configuration_error` if a later version of Vaultlink has written the tables */
async function stageOf(run: Run, schema: Schema, prefix: string): Promise<Stage> {
  const version = await storedVersionOf(run, prefix);
  assertVersion(version, versionOf(schema), true);
  if (version === 0) return 'none';
  if (version === versionOf(schema)) return 'contracted';
  const conditions = schema.steps.slice(version - 1).map(({ isExpanded }) => `(${isExpanded})`);
  const [row] = await run(`SELECT ${conditions.join(' AND ')} AS "isExpanded"`);
  return (row as { isExpanded: boolean }).isExpanded ? 'expanded' : 'earlier';
}

/** @returns 0 if there are no tables */
async function storedVersionOf(run: Run, prefix: string): Promise<number> {
  const [made] = await run(`SELECT to_regclass('${prefix}versions') IS NOT NULL AS "isMade"`);
  if (!(made as { isMade: boolean }).isMade) return 0;
  const [row] = await run(`SELECT max(version) AS version FROM ${prefix}versions`);
  return (row as { version: number | null }).version ?? 0;
}

/** Creates the migration of the tables to a schema; see {@link Migration}. */
export function migrationTo(schema: Schema, run: Run, prefix: string): Migration {
  return {
    stage: () => stageOf(run, schema, prefix),
    expand: () => expand(run, schema, prefix),
    async contract() {
      if ((await stageOf(run, schema, prefix)) !== 'expanded') return;
      await migrate(run, contractSql(schema, prefix));
    },
    sql: () =>
      Promise.resolve({
        expand: `${expandSql(schema, prefix).trim()};`,
        contract: schema.steps.length ? `${contractSql(schema, prefix).trim()};` : '',
      }),
  };
}
