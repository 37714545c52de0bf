import { existsSync } from 'node:fs';
import { VaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';
import type { StoreVariable } from './open-store.ts';

/**
 * Asserts that a command can read the data of `vaultlink serve`.
 *
 * @param name the variable that names the store. Default: `VAULTLINK_STORE`
 * @throws VaultError `configuration_error` if the store is in memory, or its file does not exist
 */
export function assertReadableStore(
  store: StoreSettings,
  name: StoreVariable = 'VAULTLINK_STORE',
): void {
  const problem =
    store.kind === 'memory'
      ? `${name} keeps grants in memory, which other processes cannot read. Set it to the store of the backend.`
      : 'path' in store && !existsSync(store.path)
        ? `${name}: the file ${store.path} does not exist. Check the path.`
        : undefined;
  if (problem) throw new VaultError('configuration_error', problem);
}
