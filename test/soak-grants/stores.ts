import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreSettings } from '../../src/node/config/environment.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres-server.ts';
import { redisIsMissing, startRedis } from '../support/redis-server.ts';

/** A store that several processes can share. */
export interface StoreKind {
  name: string;
  /** Why it cannot be tried here; `false`: it can. */
  missing: string | false;
  /** A new one, for one run. */
  start: () => Started | Promise<Started>;
}

interface Started {
  settings: StoreSettings;
  close: () => void | Promise<void>;
}

export const STORES: readonly StoreKind[] = [
  {
    name: 'sqlite',
    missing: false,
    start() {
      const folder = mkdtempSync(join(tmpdir(), 'vaultlink-soak-'));
      const close = () => rmSync(folder, { recursive: true });
      return { settings: { kind: 'sqlite', path: join(folder, 'grants.db') }, close };
    },
  },
  {
    name: 'redis',
    missing: redisIsMissing,
    async start() {
      const server = await startRedis();
      return { settings: { kind: 'redis', url: server.url }, close: () => server.close() };
    },
  },
  {
    name: 'postgres',
    missing: postgresIsMissing,
    async start() {
      const server = await startPostgres();
      return { settings: { kind: 'postgres', url: server.url }, close: () => server.close() };
    },
  },
];
