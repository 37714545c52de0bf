import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresStore } from 'vaultlink/bff/postgres';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import type { Store } from 'vaultlink/bff';
import { postgresIsMissing, startPostgres } from '../support/postgres-server.ts';

/** A store that keeps outcomes. */
export interface OutcomeStore {
  name: string;
  /** Reason why the store cannot be tried here; `false`: it can. */
  missing: string | false;
  /** Starts an empty one, for one run. */
  start: () => Started | Promise<Started>;
}

interface Started {
  open: (now: () => number) => Store;
  close: () => void | Promise<void>;
}

export const STORES: readonly OutcomeStore[] = [
  {
    name: 'sqlite',
    missing: false,
    start() {
      const folder = mkdtempSync(join(tmpdir(), 'vaultlink-outcomes-'));
      return {
        open: (now) => sqliteStore(join(folder, 'outcomes.db'), { now }),
        close: () => rmSync(folder, { recursive: true }),
      };
    },
  },
  {
    name: 'postgres',
    missing: postgresIsMissing,
    async start() {
      const server = await startPostgres();
      const pool = new pg.Pool({ connectionString: server.url });
      return {
        open: (now) => postgresStore(pool, { now }),
        async close() {
          await pool.end();
          await server.close();
        },
      };
    },
  },
];
