import { EndlinkFinish as EndlinkFinishElement } from '../../browser/elements/define/endlink-finish.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';
import { VaultConnect as VaultConnectElement } from '../../browser/elements/define/vault-connect.ts';
import { VaultPush as VaultPushElement } from '../../browser/elements/define/vault-push.ts';

/** The props of {@link EndlinkFinish}. */
export type EndlinkFinishProps = ElementProps<'endlink-finish'>;

/** `<endlink-finish>`: reports the outcome of a survey, and shows how that went. With `onEndlinkReporting` it waits for the page to be hydrated. */
export const EndlinkFinish: ElementComponent<'endlink-finish'> =
  /* @__PURE__ */ createElementComponent('endlink-finish', {
    elementClass: EndlinkFinishElement,
    events: {
      onEndlinkReporting: 'endlink-reporting',
      onEndlinkAccepted: 'endlink-accepted',
      onEndlinkConfirmed: 'endlink-confirmed',
      onEndlinkRejected: 'endlink-rejected',
      onEndlinkUnknown: 'endlink-unknown',
      onEndlinkMissing: 'endlink-missing',
      onEndlinkExpiring: 'endlink-expiring',
    },
    awaits: { property: 'outcome', handler: 'onEndlinkReporting' },
  });

/** The props of {@link VaultConnect}. */
export type VaultConnectProps = ElementProps<'vault-connect'>;

/** `<vault-connect>`: connects the user's vault, and shows the state of the connection. */
export const VaultConnect: ElementComponent<'vault-connect'> =
  /* @__PURE__ */ createElementComponent('vault-connect', {
    elementClass: VaultConnectElement,
    events: {
      onVaultConnected: 'vault-connected',
      onVaultDisconnected: 'vault-disconnected',
      onVaultDenied: 'vault-denied',
      onVaultFailed: 'vault-failed',
    },
  });

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
