import {
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  input,
  output,
} from '@angular/core';
import 'vaultlink/elements/vault-connect';
import type { VaultConnect as VaultConnectElement } from 'vaultlink/elements/vault-connect';
import type {
  ConnectDisplay,
  VaultConnectedEvent,
  VaultDeniedEvent,
  VaultDisconnectedEvent,
  VaultFailedEvent,
} from 'vaultlink/vault';

/**
 * `<vault-connect>` for templates: connects the user's vault and shows the state of the connection.
 *
 * The host is the element itself, and what stands inside the tag stays inside it. Inputs are written as attributes, so that a page that was
 * rendered on a server has them before Angular runs.
 *
 * @see docs/elements.md
 */
@Component({
  selector: 'vault-connect',
  template: '<ng-content />',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[attr.bff-url]': 'bffUrl()',
    '[attr.display]': 'display()',
    '[attr.return-to]': 'returnTo()',
    '[attr.authorize-url]': 'authorizeUrl()',
    '[attr.client-id]': 'clientId()',
    '[attr.redirect-uri]': 'redirectUri()',
    '[attr.exchange-url]': 'exchangeUrl()',
    '[attr.session-url]': 'sessionUrl()',
    '[attr.preview]': 'preview()',
    '(vault-connected)': 'vaultConnected.emit($event)',
    '(vault-disconnected)': 'vaultDisconnected.emit($event)',
    '(vault-denied)': 'vaultDenied.emit($event)',
    '(vault-failed)': 'vaultFailed.emit($event)',
  },
})
export class VaultConnect {
  /** Base path of the backend. Default: `/vault`. */
  readonly bffUrl = input<string | null | undefined>();
  /** `popup` asks in a window of its own. Default: `page`. */
  readonly display = input<ConnectDisplay | null | undefined>();
  /** Address to which the user comes back. Default: this page. */
  readonly returnTo = input<string | null | undefined>();
  /** The hook: the service's authorization page. */
  readonly authorizeUrl = input<string | null | undefined>();
  /** The hook: the client's id. */
  readonly clientId = input<string | null | undefined>();
  /** The hook: exactly as in the client's settings. */
  readonly redirectUri = input<string | null | undefined>();
  /** The hook: where the code is posted. */
  readonly exchangeUrl = input<string | null | undefined>();
  /** The hook: address of the session. Default: none. */
  readonly sessionUrl = input<string | null | undefined>();
  /** Shows a state, and does nothing else. Default: none. */
  readonly preview = input<VaultConnectElement['preview'] | null>();

  /** The vault is connected. */
  readonly vaultConnected = output<VaultConnectedEvent>();
  /** The vault is not connected, or no longer. */
  readonly vaultDisconnected = output<VaultDisconnectedEvent>();
  /** The user refused to connect. */
  readonly vaultDenied = output<VaultDeniedEvent>();
  /** Something went wrong. */
  readonly vaultFailed = output<VaultFailedEvent>();

  /** The element itself. */
  readonly element = inject<ElementRef<VaultConnectElement>>(ElementRef).nativeElement;

  /** Sends the user to connect. Call it in a click, or the browser blocks the window. Never throws. */
  connect(): void {
    this.element.connect();
  }

  /** Ends the connection of this browser. Never throws. */
  disconnect(): Promise<void> {
    return this.element.disconnect();
  }
}
