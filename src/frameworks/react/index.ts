/**
 * Vaultlink for React.
 *
 * @module
 */
export type { ReactElements } from './elements.ts';
