/**
 * Defines `<vault-connect>`, unless the page has an element of that name.
 *
 * @module
 */
import { VaultConnect } from '../vault-connect.ts';

export { VaultConnect };
export type * from '../../vault/events.ts';
export type { ConnectionSnapshot, ConnectionState } from '../../vault/connection.ts';
export type { MessageOverrides, Messages } from '../messages.ts';

if (!customElements.get('vault-connect')) customElements.define('vault-connect', VaultConnect);

declare global {
  interface HTMLElementTagNameMap {
    'vault-connect': VaultConnect;
  }
}
