import { html, nothing } from 'lit';
import type { PropertyDeclarations } from 'lit';
import type { ConnectDisplay } from '../../protocol/local.ts';
import { connectionOf } from '../vault/connection.ts';
import type { ConnectionState, VaultConnection } from '../vault/connection.ts';
import { takeAuthorizationResponse } from '../vault/hook.ts';
import type { HookOptions } from '../vault/hook.ts';
import { connectUrl, sessionUrl } from '../vault/session.ts';
import type { Messages } from './messages.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/**
 * Connects the user's vault, and tells how the connection stands. A link inside is for pages without script; it is not shown otherwise.
 *
 * With `exchange-url` the element drives the authorization itself (the hook): always in the page, for a window has to be opened before a code
 * verifier can be had. The page at `redirect-uri` needs the element too, with the same attributes. Without `session-url` only this tab knows,
 * until it is closed or a push finds out, that it is connected, and there is no button to disconnect.
 *
 * @summary Connects a user's vault.
 * @tagname vault-connect
 * @slot checking - replaces the sentence of that state; likewise disconnected, denied, connecting, connected, reconnect and failed
 * @csspart status - the line that tells the state
 * @csspart button - the button that connects
 * @csspart disconnect - the button that disconnects
 * @csspart retry - the button that looks again after a failure
 * @cssproperty --vaultlink-accent - colour of the buttons
 * @cssproperty --vaultlink-on-accent - colour of the text on them
 * @cssstate checking - likewise disconnected, connecting, connected, reconnect and failed
 * @fires vault-connected - it is connected now, or was found to be; the detail is the session's reply
 * @fires vault-disconnected - it is connected no more
 * @fires vault-denied - the user said no
 * @fires vault-failed - something went wrong; the detail is `{error, error_description}`
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
  };

  /** Base path of the backend for the front end. Default: `/vault`. */
  declare bffUrl: string | undefined;
  /** `popup` asks in a window of its own, or in the page where it is blocked. Default: `page`. */
  declare display: ConnectDisplay | undefined;
  /** Where the user comes back to. Default: this page. */
  declare returnTo: string | undefined;
  /** The hook: the service's authorization page. */
  declare authorizeUrl: string;
  /** The hook: the client's id. */
  declare clientId: string;
  /** The hook: exactly as in the client's settings. */
  declare redirectUri: string;
  /** The hook: where the code is handed over. */
  declare exchangeUrl: string | undefined;
  /** The hook: where to ask for the session (GET), and to end it (DELETE). Default: nowhere. */
  declare sessionUrl: string | undefined;

  #connection: VaultConnection | undefined;

  /** How the connection stands. */
  override get state(): ConnectionState {
    return this.#connection?.state ?? 'checking';
  }

  /** Sends the user to connect. Call it in a click, or a window is blocked. Never throws. */
  connect(): void {
    const connection = this.#connection!;
    connection.use(this);
    connection.become('connecting');
    const { display } = this;
    if (this.exchangeUrl) {
      this.#drive(async (hook) =>
        location.assign(await hook.beginAuthorization(this as HookOptions)),
      );
    } else if (
      display !== 'popup' ||
      !open(connectUrl(this), 'vaultlink', 'popup,width=520,height=760')
    ) {
      const { bffUrl, returnTo } = this;
      location.assign(connectUrl({ bffUrl, returnTo }));
    }
  }

  /** Ends the connection of this browser. Never throws. */
  async disconnect(): Promise<void> {
    this.#connection!.use(this);
    await this.#connection!.disconnect();
  }

  /** Takes part in the page's one connection. */
  override connectedCallback(): void {
    super.connectedCallback();
    const { exchangeUrl } = this;
    const response = exchangeUrl && takeAuthorizationResponse(this.redirectUri);
    const session = exchangeUrl ? this.sessionUrl : sessionUrl(this);
    this.#connection = connectionOf(exchangeUrl || session!, session);
    if (response) this.#connection.become('connecting');
    this.#connection.join(this);
    if (response) {
      this.#drive(async (hook) => {
        const target = await hook.finishAuthorization(response, this as HookOptions);
        this.#connection!.arrive();
        if (target !== location.href) location.replace(target);
      });
    }
  }

  /** Lets go of it. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.leave(this);
  }

  protected override view(text: Messages): View {
    const slot = this.#connection!.isDenied ? 'denied' : this.state;
    return { slot, sentence: text[slot], buttons: this.#buttons(text) };
  }

  #buttons(text: Messages) {
    const connection = this.#connection!;
    switch (this.state) {
      case 'checking':
        return nothing;
      case 'connected':
        return connection.sessionUrl
          ? html`<button part="disconnect" class="quiet" @click=${() => this.disconnect()}>
              ${text.disconnect}
            </button>`
          : nothing;
      case 'failed':
        return html`<button part="retry" @click=${() => this.#retry()}>${text.retry}</button>`;
      default:
        return html`<button part="button" @click=${() => this.connect()}>${text.connect}</button>`;
    }
  }

  #retry() {
    this.#connection!.become('checking');
    void this.#connection!.check();
  }

  /** Runs a step of the hook, whose library is loaded now. */
  #drive(step: (hook: typeof import('../vault/authorize.ts')) => Promise<void>): void {
    import('../vault/authorize.ts')
      .then(step)
      .catch((error: unknown) => this.#connection!.fail(error));
  }
}
