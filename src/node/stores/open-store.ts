import { memoryStore, type Store } from '../../bff/index.ts';
import { messageOf } from '../../bff/operating.ts';
import type { PostgresStoreOptions } from '../../bff/stores/postgres/postgres.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';

type Migrating = Pick<PostgresStoreOptions, 'migrates'>;

/** Name of the variable that names a store, for messages. */
export type StoreVariable = 'VAULTLINK_STORE' | 'VAULTLINK_OUTBOX';

/**
 * Opens a store. Succeeds even if a server is unavailable: each call then fails until it is back.
 *
 * @param options whether to create and migrate the store. Default: yes
 * @param name default: `VAULTLINK_STORE`
 * @throws VaultError `configuration_error` if the SQLite file cannot be opened, or the driver of a server is missing
 */
export async function openStore(
  settings: StoreSettings,
  options?: Migrating,
  name: StoreVariable = 'VAULTLINK_STORE',
): Promise<Store> {
  switch (settings.kind) {
    case 'memory':
      return memoryStore();
    case 'sqlite':
      return openSqlite(settings.path, options, name);
    case 'redis': {
      const { openRedis } = await import('./open-redis.ts');
      return openServer(openRedis(settings.url, undefined, { prefix: settings.prefix }), name);
    }
    case 'postgres': {
      const { openPostgres } = await import('./open-postgres.ts');
      return openServer(openPostgres(settings.url, undefined, { ...settings, ...options }), name);
    }
  }
}

/** @throws VaultError `configuration_error` if a later version of Vaultlink has written the data */
async function openServer(opening: Promise<Store>, name: StoreVariable): Promise<Store> {
  const store = await opening;
  try {
    await store.ping();
  } catch (error) {
    if (!isVaultError(error)) return store;
    await store.close();
    const message = `${name}: ${error.message}`;
    throw new VaultError(error.code, message, { messages: [message] });
  }
  return store;
}

async function openSqlite(
  path: string,
  options: Migrating | undefined,
  name: StoreVariable,
): Promise<Store> {
  const { sqliteStore } = await import('../../bff/stores/sqlite/sqlite.ts');
  try {
    return sqliteStore(path, options);
  } catch (error) {
    const reason = messageOf(error);
    const message = isVaultError(error)
      ? `${name}: ${path}: ${reason}`
      : `${name}: ${path} cannot be opened (${reason}). Check the path and its write permissions.`;
    throw new VaultError('configuration_error', message, { messages: [message] });
  }
}
