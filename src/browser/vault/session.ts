import type { ConnectDisplay, SessionReply } from '../../protocol/local.ts';
import { bffAddress, callBff } from './call.ts';
import type { VaultOptions } from './call.ts';

/** How a user is sent to connect. */
export interface ConnectOptions extends VaultOptions {
  /** A path, or an address of an origin that the backend allows. Default: this page. */
  returnTo?: string | undefined;
  /** `popup` for a window that tells its opener and closes. Default: `page`. */
  display?: ConnectDisplay | undefined;
}

/** Where the session is asked for. */
export const sessionUrl = ({ bffUrl }: VaultOptions = {}): string => bffAddress(bffUrl, '/session');

/**
 * Whether this browser is connected to its user's vault.
 *
 * @throws VaultError such as `forbidden_origin`, `store_unavailable` or `service_unreachable`
 */
export async function vaultSession(options?: VaultOptions): Promise<SessionReply> {
  return (await callBff(sessionUrl(options))) as SessionReply;
}

/**
 * Ends this browser's connection: the backend forgets its tokens. Without a connection it does nothing.
 *
 * @throws VaultError such as `forbidden_origin`, `store_unavailable` or `service_unreachable`
 */
export async function disconnectVault(options?: VaultOptions): Promise<void> {
  await callBff(sessionUrl(options), 'DELETE');
}

/** Where to send the user's browser so that it gets connected. It is a navigation, never a `fetch`. */
export function connectUrl({ bffUrl, returnTo, display }: ConnectOptions = {}): string {
  const query = new URLSearchParams({ return_to: returnTo || location.href });
  if (display === 'popup') query.set('display', display);
  return bffAddress(bffUrl, `/connect?${query}`);
}
