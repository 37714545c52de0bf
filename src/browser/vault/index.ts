/**
 * The vault without elements, for pages that are built with a bundler. Importing it does nothing, on a server too.
 *
 * @module
 */
import type { HookOptions } from './hook.ts';

export { isVaultError, VaultError } from '../../protocol/errors.ts';
export type { VaultErrorCode, VaultErrorData } from '../../protocol/errors.ts';
export type { ConnectDisplay, SessionReply } from '../../protocol/local.ts';
export type { Answers, PushReply, SellersPacket } from '../../protocol/push.ts';
export type { VaultOptions } from './call.ts';
export { takeAuthorizationResponse } from './hook.ts';
export type { HookOptions } from './hook.ts';
export { pushAnswers } from './push.ts';
export { connectUrl, disconnectVault, vaultSession } from './session.ts';
export type { ConnectOptions } from './session.ts';

/**
 * The hook: begins a flow in this tab, with a state and a code verifier of its own. The OAuth library behind it is loaded now.
 *
 * @returns where to send the user
 */
export async function beginAuthorization(options: HookOptions): Promise<string> {
  return (await import('./authorize.ts')).beginAuthorization(options);
}

/**
 * The hook: ends the flow that an answer belongs to, and posts the four fields to `exchangeUrl`.
 *
 * @param response what {@link takeAuthorizationResponse} gave
 * @returns where the user wanted to be, on this origin
 * @throws VaultError `state_mismatch`, `state_expired`, `access_denied`, `service_error`, or the error of the backend
 */
export async function finishAuthorization(
  response: URLSearchParams,
  options: Pick<HookOptions, 'clientId' | 'exchangeUrl'>,
): Promise<string> {
  return (await import('./authorize.ts')).finishAuthorization(response, options);
}
