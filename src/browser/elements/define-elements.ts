import { defineElement } from '../element-names.ts';
import { EndlinkFinish } from './endlink-finish.ts';
import { VaultConnect } from './vault-connect.ts';
import { VaultPush } from './vault-push.ts';

/** Defines all elements, each unless the page has one of that name. A built file does so once it has registered what they need. */
export function defineElements(): void {
  defineElement('endlink-finish', EndlinkFinish);
  defineElement('vault-connect', VaultConnect);
  defineElement('vault-push', VaultPush);
}
