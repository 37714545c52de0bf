import { VaultConnect as VaultConnectElement } from '../../browser/elements/define/vault-connect.ts';
import { createElementComponent } from './element-component.ts';
import type { ElementComponent, ElementProps } from './element-component.ts';

const EVENTS = ['vault-connected', 'vault-disconnected', 'vault-denied', 'vault-failed'] as const;

/** The props of {@link VaultConnect}. */
export type VaultConnectProps = ElementProps<
  VaultConnectElement,
  | 'bffUrl'
  | 'display'
  | 'returnTo'
  | 'authorizeUrl'
  | 'clientId'
  | 'redirectUri'
  | 'exchangeUrl'
  | 'sessionUrl',
  (typeof EVENTS)[number]
>;

/** `<vault-connect>`: connects the user's vault, and shows the state of the connection. */
export const VaultConnect: ElementComponent<VaultConnectElement, VaultConnectProps> =
  /* @__PURE__ */ createElementComponent<VaultConnectElement, VaultConnectProps>({
    tag: 'vault-connect',
    elementClass: VaultConnectElement,
    events: EVENTS,
  });
