import type { Store } from '../../bff/index.ts';
import { postgresStore } from '../../bff/stores/postgres/postgres.ts';
import type {
  PostgresStoreOptions,
  QueryClient,
  UnsafeClient,
} from '../../bff/stores/postgres/postgres.ts';
import { VaultError } from '../../protocol/index.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, installedDriver } from './driver.ts';
import type { Drivers } from './driver.ts';
import { within } from '../within.ts';

/** How PostgreSQL is used. */
interface PostgresSettings extends Pick<PostgresStoreOptions, 'migrates'> {
  /** Where the tables lie. Default: the first one of the `search_path`. */
  schema?: string | undefined;
  /** So many connections at most. Default: 10. */
  poolSize?: number | undefined;
  /** Default: as the server says. */
  statementTimeoutMs?: number | undefined;
}

type OpenPostgres = (url: string, settings: PostgresSettings) => Store;

const DEFAULT_POOL_SIZE = 10;

/** What can be installed, the first choice first. */
export const POSTGRES_DRIVERS: Drivers<OpenPostgres> = {
  async pg() {
    const { default: pg } = await import('pg');
    return (url, settings) => {
      const { poolSize = DEFAULT_POOL_SIZE, statementTimeoutMs } = settings;
      const pool = new pg.Pool({
        connectionString: url,
        max: poolSize,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
      });
      // A connection that breaks while nobody uses it: the next call gets another. Without a listener the process would end.
      pool.on('error', () => undefined);
      const client: QueryClient = {
        query: (text, parameters) => pool.query<object>(text, parameters),
      };
      return storeIn(client, settings, () => pool.end());
    };
  },
  async postgres() {
    const { default: postgres } = await import('postgres');
    return (url, settings) => {
      const { poolSize = DEFAULT_POOL_SIZE, statementTimeoutMs } = settings;
      const open = () =>
        postgres(url, {
          max: poolSize,
          connect_timeout: CONNECT_TIMEOUT_MS / 1000,
          onnotice: () => undefined,
          ...(statementTimeoutMs !== undefined && {
            connection: { statement_timeout: statementTimeoutMs },
          }),
        });
      const end = { timeout: ANSWER_TIMEOUT_MS / 1000 };
      let sql = open();
      const client: UnsafeClient = {
        async unsafe(text, parameters) {
          const asked = sql;
          const rows = await within(asked.unsafe(text, parameters), ANSWER_TIMEOUT_MS);
          if (rows !== 'late') return rows;
          // Its connection stays busy. To cancel the query takes another one, whose failure would end the process.
          if (sql === asked) {
            sql = open();
            asked.end(end).catch(() => undefined);
          }
          throw new Error(`PostgreSQL did not answer within ${ANSWER_TIMEOUT_MS / 1000} seconds.`);
        },
      };
      return storeIn(client, settings, () => sql.end(end));
    };
  },
};

/** A store whose tables lie in the schema of the settings. */
function storeIn(
  client: QueryClient | UnsafeClient,
  { schema, migrates }: PostgresSettings,
  close: () => Promise<void>,
): Store {
  if (schema === undefined) return { ...postgresStore(client, { migrates }), close };
  const prefix = `${schema}.vaultlink_`;
  // Named in each statement, rather than by the search_path, which a pooler such as PgBouncer does not keep.
  const used = migrates === false ? client : withSchema(client, schema);
  return { ...postgresStore(used, { prefix, migrates }), close };
}

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = '42501';

/** The number is any that others are unlikely to take. */
const SCHEMA_LOCK = 8_617_285_411_906;

/**
 * The same client, which makes the schema before the first statement. Where the schema is, it needs no right to.
 *
 * @throws VaultError `configuration_error` from `query`, where it has no right to
 */
function withSchema(client: QueryClient | UnsafeClient, schema: string): QueryClient {
  const query = async (text: string, parameters: unknown[] = []): Promise<{ rows: unknown[] }> =>
    'unsafe' in client
      ? { rows: [...(await client.unsafe(text, parameters as never[]))] }
      : client.query(text, parameters);

  async function make(): Promise<void> {
    const { rows } = await query(`SELECT to_regnamespace('${schema}') IS NOT NULL AS made`);
    if ((rows[0] as { made: boolean }).made) return;
    // One after another: processes that start at once would fail each other.
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
        `The user of the database may not make the schema ${schema}: make it for them.`,
      );
    }
  }

  let making: Promise<void> | undefined;
  return {
    async query(text, parameters) {
      making ??= make().catch((error: unknown) => {
        // The next call tries again.
        making = undefined;
        throw error;
      });
      await making;
      return query(text, parameters);
    },
  };
}

/**
 * A store in PostgreSQL, through whichever driver is installed. It is there even where the server is away: until that comes back, each call fails.
 *
 * @param url `postgres://…` or `postgresql://…`
 * @throws VaultError `configuration_error` where no driver is installed
 */
export async function openPostgres(
  url: string,
  drivers = POSTGRES_DRIVERS,
  settings: PostgresSettings = {},
): Promise<Store> {
  const open = await installedDriver('PostgreSQL', drivers);
  return open(url, settings);
}
