import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVaultBff } from 'vaultlink/bff';
import type { ClientOptions } from 'vaultlink/bff';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { undiciTransport } from 'vaultlink/node';
import type { Handler } from 'vaultlink/node';

/** A running backend for the front end. */
export interface PanelBackend {
  fetch: Handler;
  /** Stops it and deletes its database, since the marketplace of the demo loses its state too. */
  close(): Promise<void>;
}

/**
 * Creates the backend for the front end as a buyer would, with SQLite.
 *
 * @param serviceOrigin origin of the marketplace
 * @param origin origin of the panel's pages
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
