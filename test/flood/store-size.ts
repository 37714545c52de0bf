import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { createClient } from 'redis';
import type { StoreSettings } from '../../src/node/config/environment.ts';

/** How much a store holds. */
export interface StoreSize {
  /** Rows of all tables, or keys. */
  entries: number;
  bytes: number;
}

/** Measures a store from outside, whatever its tables are called. */
export async function measureStore(settings: StoreSettings): Promise<StoreSize> {
  switch (settings.kind) {
    case 'sqlite':
      return measureSqlite(settings.path);
    case 'postgres':
      return measurePostgres(settings.url);
    case 'redis':
      return measureRedis(settings.url);
    case 'memory':
      throw new TypeError('A store in memory cannot be measured from outside.');
  }
}

function measureSqlite(path: string): StoreSize {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const entries = tables.map(({ name }) =>
    Number(database.prepare(`SELECT count(*) AS count FROM "${String(name)}"`).get()?.count),
  );
  database.close();
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return { entries: sum(entries), bytes: sum(sizes) };
}

async function measurePostgres(url: string): Promise<StoreSize> {
  const client = new Client(url);
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  let entries = 0;
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${name}`);
    entries += Number(rows[0]?.count);
  }
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  await client.end();
  return { entries, bytes: Number(rows[0]?.bytes) };
}

async function measureRedis(url: string): Promise<StoreSize> {
  const client = createClient({ url });
  await client.connect();
  const entries = await client.dbSize();
  const memory = await client.info('memory');
  client.destroy();
  return { entries, bytes: Number(/^used_memory:(\d+)/m.exec(memory)?.[1]) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
