import { existsSync } from 'node:fs';
import { VaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';

/**
 * Asserts that a command can read the data of `vaultlink serve`.
 *
 * @throws VaultError `configuration_error` if the store is in memory, or its file does not exist
 */
export function assertReadableStore(store: StoreSettings): void {
  const problem =
    store.kind === 'memory'
      ? 'VAULTLINK_STORE keeps grants in memory, which other processes cannot read. Set it to the store of the backend.'
      : 'path' in store && !existsSync(store.path)
        ? `VAULTLINK_STORE: the file ${store.path} does not exist. Check the path.`
        : undefined;
  if (problem) throw new VaultError('configuration_error', problem);
}
