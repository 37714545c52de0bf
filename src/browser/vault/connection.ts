import { isVaultError, VaultError } from '../../protocol/errors.ts';
import type { VaultErrorCode, VaultErrorData } from '../../protocol/errors.ts';
import { CONNECT_CHANNEL, DENIED_PARAMETER, isConnectMessage } from '../../protocol/local.ts';
import type { ConnectMessage, SessionReply } from '../../protocol/local.ts';
import { callBff } from './call.ts';
import { takeParameters } from './hook.ts';

/** How the connection of this browser to its user's vault stands. */
export type ConnectionState =
  'checking' | 'disconnected' | 'connecting' | 'connected' | 'reconnect' | 'failed';

/** What shows a connection. The one that was used last dispatches its events. */
interface Viewer {
  requestUpdate: () => void;
  tell: (type: string, detail: object) => void;
}

/** Where a tab remembers that it is connected, by way of which backend, if there is no session to ask. */
const MEMORY = 'vaultlink-connected';

const connections: Record<string, VaultConnection> = {};

/**
 * The one connection of this page by way of a backend, whoever shows it.
 *
 * @param backend an address of the backend
 * @param sessionUrl where to ask how it stands; without it only this tab knows
 */
export const connectionOf = (backend: string, sessionUrl = ''): VaultConnection =>
  (connections[backend] ??= new VaultConnection(backend, sessionUrl));

/** A connection that several elements show, and that windows and other tabs may change. */
export class VaultConnection {
  state: ConnectionState = 'checking';
  /** The user has just said no. */
  isDenied = false;
  readonly sessionUrl: string;
  readonly #backend: string;
  readonly #viewers = new Set<Viewer>();
  readonly #channel = new BroadcastChannel(CONNECT_CHANNEL);
  #looking: Promise<void> | undefined;

  /**
   * @param backend an address of the backend, where what windows tell has to come from
   * @param sessionUrl where to ask how it stands; empty: nowhere
   */
  constructor(backend: string, sessionUrl: string) {
    this.#backend = backend;
    this.sessionUrl = sessionUrl;
    const { origin } = new URL(backend, location.href);
    this.#channel.onmessage = ({ data }) => void this.#hear(data);
    addEventListener('message', (event) => {
      if (event.origin === origin) void this.#hear(event.data);
    });
    // However a window ended, and whatever it could tell: the session knows.
    const lookAgain = () => {
      if (this.state === 'connecting' && !document.hidden) void this.check();
    };
    addEventListener('focus', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      // The user came back from the way to the service, and not by its end.
      if (this.state === 'connecting') this.become('checking');
      void this.check();
    });
    // A push may be what finds out that a connection has ended.
    document.addEventListener('vault-push-failed', (event) => {
      const { error } = (event as CustomEvent<VaultErrorData>).detail;
      if (error === 'not_connected') this.become('disconnected');
      if (error === 'reconnect_required') this.become('reconnect');
    });
  }

  /** Shows it here from now on. The first to do so has it looked up, for all. */
  join(viewer: Viewer): void {
    const isFirst = !this.#viewers.size;
    this.use(viewer);
    if (!isFirst || this.state === 'connecting') return;
    const { name, value } = DENIED_PARAMETER;
    const isDenied = new URLSearchParams(location.search).get(name) === value;
    if (isDenied) takeParameters([name]);
    void this.check().then(() => {
      if (isDenied && this.state === 'disconnected')
        this.fail(new VaultError('access_denied', 'The user said no.'));
    });
  }

  /** Has it dispatch its events here. */
  use(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    this.#viewers.add(viewer);
  }

  /** Shows it here no more. */
  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer);
  }

  /** Asks the session how it stands, once for all who ask meanwhile. Never throws. */
  check(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  /** Notes how it stands, and tells the page where that is news. */
  become(state: ConnectionState, detail: SessionReply = { connected: false }): void {
    const before = this.state;
    this.isDenied = false;
    this.state = state;
    this.#viewers.forEach((viewer) => viewer.requestUpdate());
    if (!this.sessionUrl) sessionStorage[MEMORY] = state === 'connected' ? this.#backend : '';
    if (state === before || state === 'failed') return;
    if (state === 'connected') this.#tell('vault-connected', detail);
    else if (before === 'connected') this.#tell('vault-disconnected', detail);
  }

  /** Has it forgotten, for the other tabs too. Never throws. */
  async disconnect(): Promise<void> {
    try {
      await callBff(this.sessionUrl, 'DELETE');
      this.become('disconnected', { connected: false, reason: 'none' });
      this.#announce('not_connected');
    } catch (error) {
      this.fail(error);
    }
  }

  /** It was made, by this page itself. */
  arrive(): void {
    this.become('connected', { connected: true });
    this.#announce();
  }

  /** Tells the other tabs that it has changed. */
  #announce(error?: VaultErrorCode): void {
    this.#channel.postMessage({ type: 'vaultlink-connect', error } satisfies ConnectMessage);
  }

  /** Notes that something went wrong. A no is not wrong. */
  fail(reason: unknown): void {
    const { code, message } = isVaultError(reason)
      ? reason
      : new VaultError('service_unreachable', 'A part did not load.');
    const isDenied = code === 'access_denied';
    this.become(isDenied ? 'disconnected' : 'failed');
    this.isDenied = isDenied;
    const detail: VaultErrorData = { error: code, error_description: message };
    this.#tell(isDenied ? 'vault-denied' : 'vault-failed', detail);
  }

  async #look(): Promise<void> {
    const { state } = this;
    try {
      const reply = this.sessionUrl
        ? ((await callBff(this.sessionUrl)) as SessionReply)
        : { connected: sessionStorage[MEMORY] === this.#backend };
      if (reply.connected) this.become('connected', reply);
      // A user who was still at it has not failed, and what a window told meanwhile is newer.
      else if (state !== 'connecting' && this.state !== 'connecting') {
        this.become(reply.reason === 'reconnect' ? 'reconnect' : 'disconnected', reply);
      }
    } catch (error) {
      if (this.state !== 'connecting') this.fail(error);
    }
  }

  /** What a window tells that was opened to connect, or another tab. */
  async #hear(message: unknown): Promise<void> {
    if (!isConnectMessage(message)) return;
    const { error } = message;
    if (error && error !== 'not_connected') {
      // It comes by both ways, and to tabs that it does not concern: only who waits for it listens.
      if (this.state === 'connecting')
        this.fail(new VaultError(error, 'The window gave no connection.'));
    } else if (error || this.state !== 'connected') {
      // A look that is under way may have begun too early to know.
      await this.#looking;
      await this.check();
    }
  }

  #tell(type: string, detail: object): void {
    [...this.#viewers].at(-1)?.tell(type, detail);
  }
}
