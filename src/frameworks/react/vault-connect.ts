import { VaultConnect as VaultConnectElement } from '../../browser/elements/define/vault-connect.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

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
