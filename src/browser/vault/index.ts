/**
 * The vault without elements, for pages that are built with a bundler. Importing it does nothing, in browsers and on servers.
 *
 * @module
 */
import type { HookOptions } from './hook.ts';

export { isVaultError, VaultError } from '../../protocol/errors.ts';
export type { VaultErrorCode, VaultErrorData } from '../../protocol/errors.ts';
export type { ConnectDisplay, SessionReply } from '../../protocol/local.ts';
export type { Answers, PushReply, SellersPacket } from '../../protocol/push.ts';
export { connectUrl, disconnectVault, vaultSession } from './bff-calls.ts';
export type { ConnectOptions, VaultOptions } from './bff-calls.ts';
export { vaultConnection } from './connection.ts';
export type {
  ConnectionListener,
  ConnectionOptions,
  ConnectionSnapshot,
  ConnectionState,
  VaultConnection,
} from './connection.ts';
export * from './vault-events.ts';
export { takeAuthorizationResponse } from './hook.ts';
export type { HookOptions } from './hook.ts';
export { pushAnswers } from './push.ts';

/**
 * The hook: begins a flow in this tab, with a state and a code verifier of its own. The OAuth library is loaded now.
 *
 * @returns the address to send the user to
 * @throws VaultError `configuration_error`, or `state_missing` if the browser blocks storage
 */
export async function beginAuthorization(options: HookOptions): Promise<string> {
  return (await import('./authorize.ts')).beginAuthorization(options);
}

/**
 * The hook: ends the flow that an answer belongs to, and posts the four fields to `exchangeUrl`.
 *
 * @param response what {@link takeAuthorizationResponse} returned
 * @returns where the user wanted to be, on this origin
 * @throws VaultError `state_mismatch`, `state_expired`, `state_missing`, `access_denied`, `service_error`, or the error of the backend
 */
export async function finishAuthorization(
  response: URLSearchParams,
  options: Pick<HookOptions, 'clientId' | 'exchangeUrl'>,
): Promise<string> {
  return (await import('./authorize.ts')).finishAuthorization(response, options);
}
