/**
 * Angular components for the elements, whose inputs and outputs are checked in templates, and the states as signals.
 *
 * Import the component of each element that a template uses: `imports: [EndlinkFinish]`. The tag names stay what they are.
 *
 * @module
 */
export { EndlinkFinish } from './endlink-finish-component.ts';
export { VaultConnect } from './vault-connect-component.ts';
export { VaultPush } from './vault-push-component.ts';
export { injectEndlink, injectVault } from './states.ts';
