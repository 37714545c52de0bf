import { EndlinkFinish } from './endlink-finish.ts';
import { VaultConnect } from './vault-connect.ts';
import { VaultPush } from './vault-push.ts';

/** Defines all elements, each unless the page has one of that name. A built file does so once it has registered what they need. */
export function defineElements(): void {
  for (const [name, element] of Object.entries({
    'endlink-finish': EndlinkFinish,
    'vault-connect': VaultConnect,
    'vault-push': VaultPush,
  }))
    if (!customElements.get(name)) customElements.define(name, element);
}
