/**
 * Defines `<vault-push>`, unless the page has an element of that name.
 *
 * @module
 */
import { registerBundledLanguages } from '../bundled-languages.ts';
import { VaultPush } from '../vault-push.ts';

export { VaultPush };
export type * from '../../vault/vault-events.ts';
export type { PushState } from '../vault-push.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

registerBundledLanguages();
// As a literal: what reads the sources for editors and bundlers looks for it.
if (!customElements.get('vault-push')) customElements.define('vault-push', VaultPush);

declare global {
  interface HTMLElementTagNameMap {
    'vault-push': VaultPush;
  }
}
