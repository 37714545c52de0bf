/**
 * The messages between the buyer's pages and the service, as pure functions: no I/O, no clock, no storage. Runs anywhere.
 *
 * @module
 */
export { ASSUMPTIONS } from './assumptions.ts';
export type { Assumption } from './assumptions.ts';
export { AUTHORIZE_PATH, authorizationUrl, SCOPE } from './authorize.ts';
export type { AuthorizationRequest } from './authorize.ts';
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
export {
  BASE_PATH,
  CONNECT_CHANNEL,
  DENIED_PARAMETER,
  isConnectMessage,
  REQUEST_HEADER,
  STATUS_OF_ERROR,
} from './local.ts';
export type {
  ConnectDisplay,
  ConnectMessage,
  ExchangeReply,
  ExchangeRequest,
  HealthReply,
  PushRequest,
  RelayReply,
  RelayRequest,
  SessionReply,
} from './local.ts';
export { assertPacketId, isPacketId, mistakesOfAnswers, pushBody, pushPath } from './push.ts';
export type { Answers, PushBody, PushReply, SellersPacket } from './push.ts';
export { serviceUrlMistake } from './service-url.ts';
export type { ServiceUrlMistake } from './service-url.ts';
export {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  expiresAtOf,
  instantMs,
  lifetimeSecondsOf,
  TOKEN_PATH,
} from './token.ts';
export type { AuthorizationCodeGrant, RefreshTokenGrant, TokenResponse } from './token.ts';
