import { VaultPush as VaultPushElement } from '../../browser/elements/define/vault-push.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

/** The props of {@link VaultPush}. */
export type VaultPushProps = ElementProps<'vault-push'>;

/** `<vault-push>`: pushes the answers of the form inside into the user's vault. With `onVaultPushing` it waits for the page to be hydrated. */
export const VaultPush: ElementComponent<'vault-push'> = /* @__PURE__ */ createElementComponent(
  'vault-push',
  {
    elementClass: VaultPushElement,
    events: {
      onVaultPushing: 'vault-pushing',
      onVaultPushed: 'vault-pushed',
      onVaultPushFailed: 'vault-push-failed',
    },
    awaits: { property: 'packetId', handler: 'onVaultPushing' },
  },
);
