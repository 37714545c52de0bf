import { memoryStore } from '../bff/index.ts';
import type { Store } from '../bff/index.ts';
import { isVaultError, VaultError } from '../protocol/index.ts';
import type { StoreSettings } from './environment.ts';

/**
 * Opens the store that `VAULTLINK_STORE` names.
 *
 * @throws VaultError `configuration_error` where it cannot be opened: the file of SQLite, the driver of a server. A server that is away is no
 *   reason: until it comes back, each call fails.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  switch (settings.kind) {
    case 'memory':
      return memoryStore();
    case 'sqlite':
      return openSqlite(settings.path);
    case 'redis':
      return openServer((await import('./open-redis.ts')).openRedis(settings.url));
    case 'postgres':
      return openServer((await import('./open-postgres.ts')).openPostgres(settings.url));
  }
}

/** @throws VaultError `configuration_error` where a later version of Vaultlink has written what is there */
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

async function openSqlite(path: string): Promise<Store> {
  const { sqliteStore } = await import('../bff/grants/sqlite.ts');
  try {
    return sqliteStore(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const message = `VAULTLINK_STORE: ${path} cannot be opened (${reason}): check the path and who may write there.`;
    throw new VaultError('configuration_error', message, { messages: [message] });
  }
}
