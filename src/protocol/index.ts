/**
 * What travels between the buyer's pages and the service, as pure functions: no I/O, no clock, no storage. Runs anywhere.
 *
 * @module
 */
export { ASSUMPTIONS } from './assumptions.ts';
export type { Assumption } from './assumptions.ts';
export {
  isOutcome,
  isPlaceholder,
  isServiceUrl,
  LANDING_NAMES,
  OUTCOMES,
  outcomeUrl,
  readLanding,
  TOKEN_LIFETIME_SECONDS,
  TOKEN_PARAMETER,
  withLanding,
} from './endlink.ts';
export type { Landing, LandingNames, Outcome } from './endlink.ts';
export { fromReply, isVaultError, VAULT_ERROR_CODES, VaultError } from './errors.ts';
export type { VaultErrorCode, VaultErrorData, VaultErrorDetails } from './errors.ts';
