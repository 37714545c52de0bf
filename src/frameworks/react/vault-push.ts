import { VaultPush as VaultPushElement } from '../../browser/elements/define/vault-push.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

const EVENTS = ['vault-pushing', 'vault-pushed', 'vault-push-failed'] as const;

/** The props of {@link VaultPush}. */
export type VaultPushProps = ElementProps<
  VaultPushElement,
  'packetId' | 'bffUrl',
  (typeof EVENTS)[number]
>;

/** `<vault-push>`: pushes the answers of the form inside into the user's vault. With `onVaultPushing` it waits for the page to be hydrated. */
export const VaultPush: ElementComponent<VaultPushElement, VaultPushProps> =
  /* @__PURE__ */ createElementComponent<VaultPushElement, VaultPushProps>({
    tag: 'vault-push',
    elementClass: VaultPushElement,
    events: EVENTS,
    awaits: { property: 'packetId', handler: 'onVaultPushing' },
  });
