/**
 * The door for `vaultlink doctor`: the parts of the backend that it tries one by one. Loads packages that a backend needs.
 *
 * @module
 */
export { pairsOf, payloadsOf, problemsOfKeys, sealsByKey } from './grants/key-ring.ts';
export type { SealedText, SealsOfKey } from './grants/key-ring.ts';
export { pagesOfGrants, pagesOfOutcomes } from './grants/reseal.ts';
export { OPEN_STATES } from './stores/outbox.ts';
export { createTokenEndpoint } from './service/oauth.ts';
