/**
 * Defines the elements, each unless the page has one of that name. This is the only module of the elements that does something by being
 * imported.
 *
 * @module
 */
import { EndlinkFinish } from './endlink-finish.ts';
import { VaultConnect } from './vault-connect.ts';
import { VaultPush } from './vault-push.ts';

export { EndlinkFinish, VaultConnect, VaultPush };
export type { ConnectionState } from '../vault/connection.ts';
export type { MessageOverrides, Messages } from './messages.ts';
export type { PushState } from './vault-push.ts';

const ELEMENTS = {
  'endlink-finish': EndlinkFinish,
  'vault-connect': VaultConnect,
  'vault-push': VaultPush,
};

for (const [name, element] of Object.entries(ELEMENTS)) {
  if (!customElements.get(name)) customElements.define(name, element);
}

declare global {
  interface HTMLElementTagNameMap {
    'endlink-finish': EndlinkFinish;
    'vault-connect': VaultConnect;
    'vault-push': VaultPush;
  }
}
