/**
 * The door for `vaultlink` and `vaultlink/node`: what they share with the backend, and its users do not need. Loads no package that only a backend
 * needs, so that `vaultlink --help`, the sandbox and a migration start without them.
 *
 * @module
 */
export { createBackoff } from './backoff.ts';
export {
  ADDRESS_RULE,
  isAddress,
  isBaseAddress,
  isOrigin,
  isRedirectUri,
  ORIGIN_RULE,
  REDIRECT_URI_RULE,
} from './config/addresses.ts';
export {
  REQUESTS_IN_ALL_PER_MINUTE,
  REQUESTS_PER_ADDRESS_PER_MINUTE,
  GRANT_LIFETIME_DAYS,
  OUTCOME_DAYS,
  SESSION_IDLE_DAYS,
  SESSION_LIFETIME_SECONDS,
} from './config/bounds.ts';
export { assertKnownOptions, assertNoMistakes } from './config/mistakes.ts';
export { messageOf } from './grants/reachable-store.ts';
export { createSealer } from './grants/seal.ts';
export { settleWithin, sleep } from './sleep.ts';
export { isOfAnotherSite } from './http/site.ts';
export { createNetworkCheck, isIpNetwork, normalizeIpAddress } from './ip-address.ts';
export { LOG_LEVELS } from './log-events.ts';
export { concurrently } from './push/concurrently.ts';
export { createPauseGate } from './push/pause-gate.ts';
export { OUTAGE_TIMEOUT_MS } from './push/push-many-options.ts';
export { redacted } from './service/request.ts';
export { OPEN_STATES, OUTBOX_ENDS } from './stores/outbox.ts';
export { redisConnection } from './stores/redis/redis-client.ts';
export type { RedisClient } from './stores/redis/redis-client.ts';
export { isBusy } from './stores/sqlite/retry-while-busy.ts';
