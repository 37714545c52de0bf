/**
 * Vaultlink for Vue.
 *
 * @module
 */
export type { VueElements } from './elements.ts';
