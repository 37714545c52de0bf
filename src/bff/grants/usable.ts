import { VaultError } from '../../protocol/index.ts';
import type { Grant } from '../stores/store.ts';

/** The user has to connect again. */
export const reconnectRequired = () =>
  new VaultError('reconnect_required', 'The connection to the vault has ended: connect again.');

/** @throws VaultError `not_connected` where there is no grant, `reconnect_required` where it is dead */
export function usable(grant: Grant | undefined): Grant {
  if (!grant) throw new VaultError('not_connected', 'There is no connection to a vault.');
  if (grant.deadReason !== undefined) throw reconnectRequired();
  return grant;
}
