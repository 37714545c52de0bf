import type { Store } from '../bff/index.ts';
import { postgresStore } from '../bff/stores/postgres/postgres.ts';
import type { PostgresClient, PostgresStoreOptions } from '../bff/stores/postgres/postgres.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, installedDriver } from './driver.ts';
import type { Drivers } from './driver.ts';
import { within } from './within.ts';

type OpenPostgres = (url: string, options: PostgresStoreOptions) => Store;

/** What can be installed, the first choice first. */
export const POSTGRES_DRIVERS: Drivers<OpenPostgres> = {
  async pg() {
    const { default: pg } = await import('pg');
    return (url, options) => {
      const pool = new pg.Pool({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
      });
      // A connection that breaks while nobody uses it: the next call gets another. Without a listener the process would end.
      pool.on('error', () => undefined);
      return { ...postgresStore(pool, options), close: () => pool.end() };
    };
  },
  async postgres() {
    const { default: postgres } = await import('postgres');
    return (url, options) => {
      const open = () =>
        postgres(url, {
          connect_timeout: CONNECT_TIMEOUT_MS / 1000,
          onnotice: () => undefined,
        });
      const end = { timeout: ANSWER_TIMEOUT_MS / 1000 };
      let sql = open();
      const client: PostgresClient = {
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
      return { ...postgresStore(client, options), close: () => sql.end(end) };
    };
  },
};

/**
 * A store in PostgreSQL, through whichever driver is installed. It is there even where the server is away: until that comes back, each call fails.
 *
 * @param url `postgres://…` or `postgresql://…`
 * @throws VaultError `configuration_error` where no driver is installed
 */
export async function openPostgres(
  url: string,
  drivers = POSTGRES_DRIVERS,
  options: PostgresStoreOptions = {},
): Promise<Store> {
  const open = await installedDriver('PostgreSQL', drivers);
  return open(url, options);
}
