/**
 * Vaultlink for Svelte.
 *
 * @module
 */
export type { SvelteElements } from './elements.ts';
