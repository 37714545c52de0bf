import type { Vaultlink } from '../browser/endlink/state.ts';
import { forgetLanding } from '../browser/endlink/snapshot.ts';
import { forgetConnections } from '../browser/vault/connection.ts';
import { restoreFetch } from './fake-backend.ts';

/**
 * Forgets all that Vaultlink knows of this tab: the token, the report, the connection of the vault, and what a fake has replaced. Call it after each
 * test, once the elements of that test are removed.
 *
 * @example
 * afterEach(() => {
 *   document.body.replaceChildren();
 *   resetVaultlink();
 * });
 */
export function resetVaultlink(): void {
  restoreFetch();
  forgetConnections();
  // The engine is still there, and would write what it remembers when the page is left. A fake has nothing to forget.
  (window.vaultlink as Partial<Vaultlink> | undefined)?.forget?.();
  forgetLanding();
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith('vaultlink')) storage.removeItem(key);
    }
  }
  delete window.vaultlink;
  delete window.vaultlinkConfig;
  const { vaultlink, ...others } = (history.state ?? {}) as Record<string, unknown>;
  if (vaultlink !== undefined) history.replaceState(others, '');
}
