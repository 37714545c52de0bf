/**
 * Defines `<vault-connect>`, unless the page has an element of that name.
 *
 * @module
 */
import { defineElement } from '../../element-names.ts';
import { registerBundledLanguages } from '../bundled-languages.ts';
import { VaultConnect } from '../vault-connect.ts';

export { VaultConnect };
export type * from '../../vault/events.ts';
export type { ConnectionSnapshot, ConnectionState } from '../../vault/connection.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

registerBundledLanguages();
defineElement('vault-connect', VaultConnect);

declare global {
  interface HTMLElementTagNameMap {
    'vault-connect': VaultConnect;
  }
}
