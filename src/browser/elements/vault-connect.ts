import type { PropertyDeclarations } from '@lit/reactive-element';
import { VaultError } from '../../protocol/errors.ts';
import type { ConnectDisplay } from '../../protocol/local.ts';
import { connectUrl } from '../vault/bff-calls.ts';
import { CHECKING, vaultConnection } from '../vault/connection.ts';
import type { ConnectionSnapshot, ConnectionState, VaultConnection } from '../vault/connection.ts';
import {
  VaultConnectedEvent,
  VaultDeniedEvent,
  VaultDisconnectedEvent,
  VaultFailedEvent,
} from '../vault/vault-events.ts';
import { takeAuthorizationResponse } from '../vault/hook.ts';
import type { HookOptions } from '../vault/hook.ts';
import { webUrl } from '../page-address.ts';
import type { Messages } from './messages.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/** Names of the rows that the element shows: a state, or one case of it that has a sentence of its own. */
export type ConnectView = ConnectionState | 'denied';

/**
 * Connects the user's vault, and shows the state of the connection. A link inside is for pages without script; it is hidden otherwise.
 *
 * With `exchange-url` the element drives the authorization itself (the hook): always in the page, since a window has to be opened before a code
 * verifier can be made. The page at `redirect-uri` needs the element too, with the same attributes. Without `session-url` only this tab knows
 * that it is connected, until it is closed or a push finds out otherwise, and there is no button to disconnect.
 *
 * All attributes may be set and changed at any time. Each element dispatches its own events: that of the settled state when it is mounted, and
 * one for each change.
 *
 * @summary Connects a user's vault.
 * @tagname vault-connect
 * @slot checking - replaces the sentence while the session is checked
 * @slot disconnected - replaces the sentence while the vault is not connected
 * @slot denied - replaces that sentence after the user has refused to connect
 * @slot connecting - replaces the sentence while the user is asked
 * @slot connected - replaces the sentence while the vault is connected
 * @slot reconnect - replaces the sentence after the connection has ended
 * @slot failed - replaces the sentence after a failure
 * @csspart button - the button that connects
 * @csspart disconnect - the button that disconnects
 * @csspart retry - the button that checks again after a failure
 * @cssstate checking - the session is being checked
 * @cssstate disconnected - the vault is not connected
 * @cssstate connecting - the user is being asked
 * @cssstate connected - the vault is connected
 * @cssstate reconnect - the connection has ended, and the user has to connect again
 * @cssstate failed - something went wrong
 * @fires {VaultConnectedEvent} vault-connected - the vault is connected; the detail is the session
 * @fires {VaultDisconnectedEvent} vault-disconnected - the vault is not connected, or no longer; the detail is the session
 * @fires {VaultDeniedEvent} vault-denied - the user refused to connect
 * @fires {VaultFailedEvent} vault-failed - something went wrong; the detail is `{error, error_description}`
 */
export class VaultConnect extends VaultlinkElement {
  static override properties: PropertyDeclarations = {
    bffUrl: { attribute: 'bff-url' },
    display: {},
    returnTo: { attribute: 'return-to' },
    authorizeUrl: { attribute: 'authorize-url' },
    clientId: { attribute: 'client-id' },
    redirectUri: { attribute: 'redirect-uri' },
    exchangeUrl: { attribute: 'exchange-url' },
    sessionUrl: { attribute: 'session-url' },
    preview: {},
    snapshot: { state: true },
  };

  /** Base path of the backend for the front end. Default: `/vault`. */
  declare bffUrl: string | undefined;
  /** `popup` asks in a window of its own, or in the page if the window is blocked. Default: `page`. */
  declare display: ConnectDisplay | undefined;
  /** Address to which the user comes back. Default: this page. */
  declare returnTo: string | undefined;
  /** The hook: the service's authorization page. */
  declare authorizeUrl: string | undefined;
  /** The hook: the client's id. */
  declare clientId: string | undefined;
  /** The hook: exactly as in the client's settings. */
  declare redirectUri: string | undefined;
  /** The hook: where the code is posted. */
  declare exchangeUrl: string | undefined;
  /** The hook: where the session is requested (GET) and ended (DELETE). Default: nowhere. */
  declare sessionUrl: string | undefined;
  /** Shows a state, or the sentence `denied`, and does nothing else. Default: none. */
  declare preview: ConnectView | undefined;
  /**
   * The state of the connection, with all that is known of it.
   *
   * @readonly
   */
  declare snapshot: ConnectionSnapshot;

  #connection: VaultConnection | undefined;
  #unsubscribe: (() => void) | undefined;
  /** The settled state, or the error, that was dispatched last. */
  #dispatched: unknown;

  constructor() {
    super();
    this.snapshot = CHECKING;
  }

  /** Name of the state of the connection. */
  override get state(): ConnectionState {
    return (this.previewState as ConnectionState | undefined) ?? this.snapshot.state;
  }

  /** Sends the user to connect. Call it in a click, or the browser blocks the window. Never throws. */
  connect(): void {
    const connection = this.#findConnection();
    if (!connection) return;
    if (this.exchangeUrl) {
      connection.markConnecting();
      this.#runHookStep(connection, async (hook) =>
        location.assign(await hook.beginAuthorization(this as HookOptions)),
      );
      return;
    }
    if (!webUrl(connectUrl(this))) {
      connection.fail(new VaultError('configuration_error', 'bff-url is no address over http(s).'));
      return;
    }
    const popup =
      this.display === 'popup' && open(connectUrl(this), 'vaultlink', 'popup,width=520,height=760');
    connection.markConnecting(popup || undefined);
    if (!popup) location.assign(connectUrl({ bffUrl: this.bffUrl, returnTo: this.returnTo }));
  }

  /** Ends the connection of this browser. Never throws. */
  async disconnect(): Promise<void> {
    await this.#findConnection()?.disconnect();
  }

  /** Follows the page's connection. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#finishAuthorization();
    this.requestUpdate();
  }

  /**
   * Stops following the connection, unless the element is only moved. Mounted again later, it checks the session anew and dispatches the event of
   * the state in which that ends.
   */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#unsubscribe?.();
      this.#connection = this.#unsubscribe = this.#dispatched = undefined;
    });
  }

  /** Follows the connection that the properties name now. */
  override willUpdate(): void {
    if (!this.isConnected) return;
    this.#finishAuthorization();
    this.#followConnection();
  }

  protected override get viewName(): ConnectView {
    const { isDenied, state } = this.snapshot;
    return isDenied ? 'denied' : state;
  }

  protected override views(text: Messages): Record<ConnectView, View> {
    const connect: View['buttons'] = [['button', text.connect, () => this.connect()]];
    const disconnect: View['buttons'] = [
      ['disconnect', text.disconnect, () => void this.disconnect(), 'quiet'],
    ];
    const retry: View['buttons'] = [['retry', text.retry, () => void this.#connection?.retry()]];
    return {
      checking: { tone: 'busy' },
      disconnected: { tone: 'neutral', buttons: connect },
      denied: { tone: 'neutral', state: 'disconnected', slot: 'denied', buttons: connect },
      connecting: { tone: 'busy', buttons: connect },
      connected:
        this.isPreview || this.#connection?.hasSession
          ? { tone: 'success', buttons: disconnect }
          : { tone: 'success' },
      reconnect: { tone: 'warning', buttons: connect },
      failed: { tone: 'error', buttons: retry },
    };
  }

  /** Returns the connection that the properties name; `undefined` for a preview, and while some of the hook's are missing. */
  #findConnection(): VaultConnection | undefined {
    if (this.isPreview) return undefined;
    const { authorizeUrl, clientId, redirectUri, exchangeUrl } = this;
    const hook = Object.entries({
      'authorize-url': authorizeUrl,
      'client-id': clientId,
      'redirect-uri': redirectUri,
      'exchange-url': exchangeUrl,
    });
    const missing = hook.flatMap(([name, value]) => (value ? [] : name));
    if (!missing.length || missing.length === hook.length) return vaultConnection(this);
    this.warn(`waits for ${missing.join(', ')}.`);
    return undefined;
  }

  #followConnection(): void {
    const connection = this.#findConnection();
    if (connection === this.#connection) return;
    this.#unsubscribe?.();
    this.#connection = connection;
    this.#dispatched = undefined;
    this.snapshot = CHECKING;
    let isFirstCall = true;
    this.#unsubscribe = connection?.subscribe((snapshot) => {
      this.snapshot = snapshot;
      // A framework may add its listeners only after it has mounted the element.
      if (isFirstCall) setTimeout(() => this.#dispatchState());
      else this.#dispatchState();
    });
    isFirstCall = false;
  }

  /** Dispatches the event of the present state, unless the state is not settled or was dispatched last. */
  #dispatchState(): void {
    const { state, isDenied, error, session } = this.snapshot;
    const settled = error ?? (session && state);
    if (!this.#connection || !settled || settled === this.#dispatched) return;
    this.#dispatched = settled;
    if (error) {
      const Failure = isDenied ? VaultDeniedEvent : VaultFailedEvent;
      this.announce(() => new Failure(error.toJSON()));
    } else {
      const Change = state === 'connected' ? VaultConnectedEvent : VaultDisconnectedEvent;
      this.announce(() => new Change(session!));
    }
  }

  /** Ends a flow of the hook if this is the page that the user comes back to. */
  #finishAuthorization(): void {
    const { redirectUri, clientId, exchangeUrl } = this;
    if (this.isPreview || !redirectUri || !clientId || !exchangeUrl) return;
    const response = takeAuthorizationResponse(redirectUri);
    if (!response) return;
    const connection = vaultConnection(this);
    connection.markConnecting();
    this.#runHookStep(connection, async (hook) => {
      const target = await hook.finishAuthorization(response, { clientId, exchangeUrl });
      connection.markConnected();
      if (target !== location.href) location.replace(target);
    });
  }

  /** Runs a step of the hook, whose library is loaded now. */
  #runHookStep(
    connection: VaultConnection,
    step: (hook: typeof import('../vault/authorize.ts')) => Promise<void>,
  ): void {
    import('../vault/authorize.ts').then(step).catch((error: unknown) => connection.fail(error));
  }
}
