import { existsSync } from 'node:fs';
import { VaultError } from '../../protocol/index.ts';
import type { StoreSettings } from '../config/environment.ts';

/**
 * For commands that work with what `vaultlink serve` has kept.
 *
 * @throws VaultError `configuration_error` where nothing can be kept there, or nothing is
 */
export function assertKept(store: StoreSettings): void {
  const problem =
    store.kind === 'memory'
      ? 'VAULTLINK_STORE is memory: what a process keeps there, no other can see.'
      : 'path' in store && !existsSync(store.path)
        ? `VAULTLINK_STORE: there is no file ${store.path}: check the path.`
        : undefined;
  if (problem) throw new VaultError('configuration_error', problem);
}
