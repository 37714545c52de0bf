import { memoryStore, type Store } from '../../bff/index.ts';
import type { PostgresStoreOptions } from '../../bff/stores/postgres/postgres.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';

type Migrating = Pick<PostgresStoreOptions, 'migrates'>;

/**
 * Opens the store in `VAULTLINK_STORE`. Succeeds even if a server is unavailable: each call then fails until it is back.
 *
 * @param options whether to create and migrate the store. Default: yes
 * @throws VaultError `configuration_error` if the SQLite file cannot be opened, or the driver of a server is missing
 */
export async function openStore(settings: StoreSettings, options?: Migrating): Promise<Store> {
  switch (settings.kind) {
    case 'memory':
      return memoryStore();
    case 'sqlite':
      return openSqlite(settings.path, options);
    case 'redis': {
      const { openRedis } = await import('./open-redis.ts');
      return openServer(openRedis(settings.url, undefined, { prefix: settings.prefix }));
    }
    case 'postgres': {
      const { openPostgres } = await import('./open-postgres.ts');
      return openServer(openPostgres(settings.url, undefined, { ...settings, ...options }));
    }
  }
}

/** @throws VaultError `configuration_error` if a later version of Vaultlink has written the data */
async function openServer(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  try {
    await store.ping();
  } catch (error) {
    if (!isVaultError(error)) return store;
    await store.close();
    const message = `VAULTLINK_STORE: ${error.message}`;
    throw new VaultError(error.code, message, { messages: [message] });
  }
  return store;
}

async function openSqlite(path: string, options?: Migrating): Promise<Store> {
  const { sqliteStore } = await import('../../bff/stores/sqlite/sqlite.ts');
  try {
    return sqliteStore(path, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const message = isVaultError(error)
      ? `VAULTLINK_STORE: ${path}: ${reason}`
      : `VAULTLINK_STORE: ${path} cannot be opened (${reason}). Check the path and its write permissions.`;
    throw new VaultError('configuration_error', message, { messages: [message] });
  }
}
