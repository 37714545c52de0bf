/**
 * Defines `<vault-connect>`, unless the page has an element of that name.
 *
 * @module
 */
import { registerBundledLanguages } from '../bundled-languages.ts';
import { VaultConnect } from '../vault-connect.ts';

export { VaultConnect };
export type * from '../../vault/vault-events.ts';
export type { ConnectionSnapshot, ConnectionState } from '../../vault/connection.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

registerBundledLanguages();
// As a literal: what reads the sources for editors and bundlers looks for it.
if (!customElements.get('vault-connect')) customElements.define('vault-connect', VaultConnect);

declare global {
  interface HTMLElementTagNameMap {
    'vault-connect': VaultConnect;
  }
}
