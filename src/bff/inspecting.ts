/**
 * The door for `vaultlink doctor`: the parts of the backend that it tries one by one. Loads packages that a backend needs.
 *
 * @module
 */
export { problemsOfKeys, sealsByKey } from './grants/key-ring.ts';
export type { SealsOfKey } from './grants/key-ring.ts';
export { pagesOfGrants } from './grants/reseal.ts';
export { createTokenEndpoint } from './service/oauth.ts';
