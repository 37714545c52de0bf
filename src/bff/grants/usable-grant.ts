import { VaultError } from '../../protocol/index.ts';
import type { Grant } from '../stores/store.ts';

/** Creates the error for a user who must connect again. */
export const reconnectRequired = () =>
  new VaultError('reconnect_required', 'The connection to the vault has ended. Connect again.');

/**
 * Returns a grant that exists and is not dead.
 *
 * @throws VaultError `not_connected` if there is no grant, `reconnect_required` if it is dead
 */
export function assertUsableGrant(grant: Grant | undefined): Grant {
  if (!grant) throw new VaultError('not_connected', 'There is no connection to a vault.');
  if (grant.deadReason !== undefined) throw reconnectRequired();
  return grant;
}
