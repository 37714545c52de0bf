import type { Store } from '../../bff/index.ts';
import { postgresStore } from '../../bff/stores/postgres/postgres.ts';
import type {
  PostgresClient,
  PostgresStoreOptions,
  QueryClient,
  UnsafeClient,
} from '../../bff/stores/postgres/postgres.ts';
import { VaultError } from '../../protocol/index.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, installedDriver, type Drivers } from './driver.ts';
import { settleWithin } from '../../bff/operating.ts';

/** Settings for PostgreSQL. */
interface PostgresSettings extends Pick<PostgresStoreOptions, 'migrates'> {
  /** Schema of the tables. Default: the first one of the `search_path`. */
  schema?: string | undefined;
  /** Maximum number of connections. Default: 10. */
  poolSize?: number | undefined;
  /** Default: the server's setting. */
  statementTimeoutMs?: number | undefined;
}

type OpenPostgres = (url: string, settings: PostgresSettings) => Store;

const DEFAULT_POOL_SIZE = 10;

/** Limits of a pool. */
interface PoolLimits {
  poolSize: number;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  statementTimeoutMs?: number | undefined;
}

/** Limits of the connection of the readiness probe. It opens when the probe is first requested. */
const OF_PROBE: PoolLimits = { poolSize: 1, connectTimeoutMs: 1000, answerTimeoutMs: 1000 };

/** A client that its creator closes. */
interface OwnClient {
  client: PostgresClient;
  close: () => Promise<void>;
}

/** The supported drivers, in order of preference. */
export const POSTGRES_DRIVERS: Drivers<OpenPostgres> = {
  async pg() {
    const { default: pg } = await import('pg');
    return (url, settings) =>
      storeIn(settings, ({ poolSize, connectTimeoutMs, answerTimeoutMs, statementTimeoutMs }) => {
        const pool = new pg.Pool({
          connectionString: url,
          max: poolSize,
          connectionTimeoutMillis: connectTimeoutMs,
          query_timeout: answerTimeoutMs,
          ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
        });
        // An idle connection may break; the next call gets another one. Without a listener, the error would end the process.
        pool.on('error', () => undefined);
        const client: QueryClient = {
          query: (text, parameters) => pool.query<object>(text, parameters),
        };
        return { client, close: () => pool.end() };
      });
  },
  async postgres() {
    const { default: postgres } = await import('postgres');
    return (url, settings) =>
      storeIn(settings, ({ poolSize, connectTimeoutMs, answerTimeoutMs, statementTimeoutMs }) => {
        const open = () =>
          postgres(url, {
            max: poolSize,
            connect_timeout: connectTimeoutMs / 1000,
            onnotice: () => undefined,
            ...(statementTimeoutMs !== undefined && {
              connection: { statement_timeout: statementTimeoutMs },
            }),
          });
        const end = { timeout: answerTimeoutMs / 1000 };
        let sql = open();
        const client: UnsafeClient = {
          async unsafe(text, parameters) {
            const asked = sql;
            const rows = await settleWithin(asked.unsafe(text, parameters), answerTimeoutMs);
            if (rows !== 'late') return rows;
            // The connection stays busy. Canceling the query needs another connection, whose failure would end the process.
            if (sql === asked) {
              sql = open();
              asked.end(end).catch(() => undefined);
            }
            throw new Error(`PostgreSQL did not respond within ${answerTimeoutMs / 1000} seconds.`);
          },
        };
        return { client, close: () => sql.end(end) };
      });
  },
};

/**
 * Creates a store in the configured schema.
 *
 * @param connect opens a pool when it is first used
 */
function storeIn(
  { schema, migrates, poolSize = DEFAULT_POOL_SIZE, statementTimeoutMs }: PostgresSettings,
  connect: (limits: PoolLimits) => OwnClient,
): Store {
  const { client, close: closePool } = connect({
    poolSize,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    statementTimeoutMs,
  });
  const { client: probeClient, close: closeProbe } = connect(OF_PROBE);
  const close = async () => {
    await Promise.all([closePool(), closeProbe()]);
  };
  if (schema === undefined) {
    return { ...postgresStore(client, { migrates, probeClient }), close };
  }
  const prefix = `${schema}.vaultlink_`;
  // Qualify each statement, because poolers such as PgBouncer do not preserve the search_path.
  const used = migrates === false ? client : withSchema(client, schema);
  return { ...postgresStore(used, { prefix, migrates, probeClient }), close };
}

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = '42501';

/** An arbitrary number that others are unlikely to use. */
const SCHEMA_LOCK = 8_617_285_411_906;

/**
 * Returns a client that creates the schema before the first statement. If the schema exists, it needs no privilege to create one.
 *
 * @throws VaultError `configuration_error` from `query`, if the privilege is missing
 */
function withSchema(client: PostgresClient, schema: string): QueryClient {
  const query = async (text: string, parameters: unknown[] = []): Promise<{ rows: unknown[] }> =>
    'unsafe' in client
      ? { rows: [...(await client.unsafe(text, parameters as never[]))] }
      : client.query(text, parameters);

  async function make(): Promise<void> {
    const { rows } = await query(`SELECT to_regnamespace('${schema}') IS NOT NULL AS made`);
    if ((rows[0] as { made: boolean }).made) return;
    // The lock serializes processes that start at the same time, which would otherwise make each other fail.
    const statement = `DO $$ BEGIN
      PERFORM pg_advisory_xact_lock(${SCHEMA_LOCK});
      CREATE SCHEMA IF NOT EXISTS ${schema};
    END $$`;
    try {
      await query(statement);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== NOT_ALLOWED) throw error;
      throw new VaultError(
        'configuration_error',
        `The database user is not allowed to create the schema ${schema}. Create it as another user.`,
      );
    }
  }

  let making: Promise<void> | undefined;
  return {
    async query(text, parameters) {
      making ??= make().catch((error: unknown) => {
        // The next call retries.
        making = undefined;
        throw error;
      });
      await making;
      return query(text, parameters);
    },
  };
}

/**
 * Opens a store in PostgreSQL with the first installed driver. Succeeds even if the server is unavailable: each call then fails until it is back.
 *
 * @param url `postgres://…` or `postgresql://…`
 * @throws VaultError `configuration_error` if no driver is installed
 */
export async function openPostgres(
  url: string,
  drivers = POSTGRES_DRIVERS,
  settings: PostgresSettings = {},
): Promise<Store> {
  const open = await installedDriver('PostgreSQL', drivers);
  return open(url, settings);
}
