import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVaultBff } from 'vaultlink/bff';
import type { ClientOptions } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { undiciTransport } from 'vaultlink/node';
import type { Handler } from 'vaultlink/node';

/** A backend for the front end that runs. */
export interface PanelBackend {
  fetch: Handler;
  /** Ends it, and takes its database away: the marketplace of a demo forgets everything too. */
  close(): Promise<void>;
}

/**
 * The backend for the front end as a buyer would set it up, on SQLite.
 *
 * @param serviceOrigin where the marketplace is
 * @param origin of these pages
 */
export async function panelBackend(
  serviceOrigin: string,
  origin: string,
  client: ClientOptions,
): Promise<PanelBackend> {
  const folder = await mkdtemp(join(tmpdir(), 'vaultlink-demo-'));
  const bff = createVaultBff({
    service: { baseUrl: serviceOrigin, transport: undiciTransport() },
    client,
    origin,
    keys: [{ id: 'demo', key: randomBytes(32).toString('base64') }],
    store: sqliteStore(join(folder, 'vaultlink.db')),
  });
  return {
    fetch: (request) => bff.fetch(request),
    async close() {
      await bff.close();
      await rm(folder, { recursive: true });
    },
  };
}
