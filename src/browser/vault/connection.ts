import { isVaultError, VaultError } from '../../protocol/errors.ts';
import type { VaultErrorCode } from '../../protocol/errors.ts';
import { DENIED_PARAMETER } from '../../protocol/local.ts';
import type { ConnectMessage, SessionReply } from '../../protocol/local.ts';
import { isDocumentHidden, listenAtDocument } from '../unclobbered.ts';
import { callBff, fetchSession, sessionUrl } from './bff-calls.ts';
import type { VaultOptions } from './bff-calls.ts';
import { openConnectMessages } from './connect-messages.ts';
import { takeParameters } from './hook.ts';
import { isTabConnected, rememberInTab } from './tab-memory.ts';

/** States of the connection between this browser and its user's vault. */
export type ConnectionState =
  'checking' | 'disconnected' | 'connecting' | 'connected' | 'reconnect' | 'failed';

/** State of a {@link VaultConnection} at one moment, with its details. Each change makes a new object. */
export interface ConnectionSnapshot {
  readonly state: ConnectionState;
  /** The user has just refused to connect. */
  readonly isDenied: boolean;
  /** Answer of the backend, in the states `connected`, `disconnected` and `reconnect`. */
  readonly session?: SessionReply | undefined;
  /** Error because of which the state is `failed`, or which says that the user refused. */
  readonly error?: VaultError | undefined;
}

/** Called with the present snapshot, and again after each change. */
export type ConnectionListener = (snapshot: ConnectionSnapshot) => void;

/** Which connection: that of the BFF at `bffUrl`, or one made by the hook. */
export interface ConnectionOptions extends VaultOptions {
  /** The hook: where the code is posted. Default: none, the BFF connects. */
  exchangeUrl?: string | undefined;
  /** The hook: address of the session. Default: none, this tab remembers whether it is connected. */
  sessionUrl?: string | undefined;
}

/** Milliseconds until the backend forgets a flow. Until then it can still lead to a connection. */
const FLOW_LIFETIME_MS = 600_000;

/** The snapshot before anything is known. */
export const CHECKING: ConnectionSnapshot = { state: 'checking', isDenied: false };

const connections: Record<string, VaultConnection> = {};

/** Returns the connection of this page, the same one for equal options. Does nothing until somebody subscribes. */
export function vaultConnection(options: ConnectionOptions = {}): VaultConnection {
  const { exchangeUrl } = options;
  const session = exchangeUrl ? (options.sessionUrl ?? '') : sessionUrl(options);
  const backend = exchangeUrl || session;
  return (connections[`${backend} ${session}`] ??= new VaultConnection(
    backend,
    session,
    !!exchangeUrl,
  ));
}

/** Forgets every connection of this page: for its unit tests. */
export function forgetConnections(): void {
  for (const key of Object.keys(connections)) Reflect.deleteProperty(connections, key);
}

/**
 * Marks connections as ended if that is why a push failed. A push does not say by which hook its user connected, so every connection of a hook is
 * marked. If that of the backend has changed since the push began, the user may have connected again: the session is checked instead.
 */
export function markEndedByPush(
  error: unknown,
  options: VaultOptions,
  before: ConnectionSnapshot,
): void {
  const code = isVaultError(error) && error.code;
  if (code !== 'not_connected' && code !== 'reconnect_required') return;
  const own = vaultConnection(options);
  own.markEnded(code, before);
  for (const connection of Object.values(connections))
    if (connection !== own && connection.isByHook) connection.markEnded(code);
}

/** The connection to a vault as a store: elements and frameworks subscribe to it, windows and other tabs may change it. */
export class VaultConnection {
  /** The page drives the authorization itself. */
  readonly isByHook: boolean;
  #snapshot = CHECKING;
  readonly #backend: string;
  readonly #sessionUrl: string;
  readonly #listeners = new Set<ConnectionListener>();
  #postToTabs: ((message: ConnectMessage) => void) | undefined;
  #pendingCheck: Promise<void> | undefined;
  /** The window that asks the user, until it has reported or its flow has expired. */
  #popup: Window | undefined;
  #flowTimer: ReturnType<typeof setTimeout> | undefined;
  /** Set when the user comes back with a refusal, until the session is checked. */
  #hasReturnedDenied = false;

  /**
   * @param backend an address of the backend: messages of a window are accepted from its origin only
   * @param session address of the session; empty: there is none
   * @param isByHook whether the page drives the authorization itself
   */
  constructor(backend: string, session: string, isByHook: boolean) {
    this.#backend = backend;
    this.#sessionUrl = session;
    this.isByHook = isByHook;
  }

  /** Returns what is known now. The same object until something changes. */
  get snapshot(): ConnectionSnapshot {
    return this.#snapshot;
  }

  /** Returns whether `disconnect()` ends the connection at the backend. Without a session only this tab forgets it. */
  get hasSession(): boolean {
    return !!this.#sessionUrl;
  }

  /**
   * Calls a listener now and after each change. The first subscriber starts a check of the session.
   *
   * @returns a function that ends the subscription
   */
  readonly subscribe = (listener: ConnectionListener): (() => void) => {
    const isFirst = !this.#listeners.size;
    // A wrapper, so that one function can subscribe twice.
    const entry: ConnectionListener = (snapshot) => {
      try {
        listener(snapshot);
      } catch (error) {
        // Chrome has `reportError()` since version 95 only, and the page may have one of its own.
        setTimeout(() => {
          throw error;
        });
      }
    };
    this.#listeners.add(entry);
    // An old failure or refusal says nothing to a new page view.
    if (isFirst && this.#snapshot.error) this.#snapshot = CHECKING;
    entry(this.#snapshot);
    if (isFirst) this.#start();
    return () => void this.#listeners.delete(entry);
  };

  /** Checks the session, once for all who ask in the meantime. Never throws. */
  checkSession(): Promise<void> {
    return (this.#pendingCheck ??= this.#updateFromSession().finally(
      () => (this.#pendingCheck = undefined),
    ));
  }

  /** Checks again after a failure. Never throws. */
  retry(): Promise<void> {
    this.#setSnapshot(CHECKING);
    return this.checkSession();
  }

  /** Ends the connection, for other tabs too. Never throws. */
  async disconnect(): Promise<void> {
    try {
      if (this.#sessionUrl) await callBff(this.#sessionUrl, { method: 'DELETE' });
      this.markEnded('not_connected');
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Notes that the user is being asked for consent, for as long as the backend remembers the flow.
   *
   * @param popup the window that asks; default: this one
   */
  markConnecting(popup?: Window | null): void {
    clearTimeout(this.#flowTimer);
    this.#flowTimer = setTimeout(() => {
      this.#popup = undefined;
      if (this.#snapshot.state === 'connecting') void this.retry();
    }, FLOW_LIFETIME_MS);
    this.#popup = popup ?? undefined;
    this.#setSnapshot({ state: 'connecting', isDenied: false });
  }

  /** Notes that this page has made the connection, and informs other tabs. */
  markConnected(): void {
    this.#setSession({ connected: true });
    this.#notifyTabs();
  }

  /** Notes that the connection has ended, and informs other tabs. Checks the session instead if `before` is not the present snapshot. */
  markEnded(code: 'not_connected' | 'reconnect_required', before = this.#snapshot): void {
    if (before !== this.#snapshot) return void this.#checkAfterChange();
    const { state } = this.#snapshot;
    const reason = code === 'not_connected' ? 'none' : 'reconnect';
    this.#setSession({ connected: false, reason });
    if (this.#snapshot.state !== state) this.#notifyTabs('not_connected');
  }

  /** Notes a failure, or a refusal of the user, which is a valid result. */
  fail(reason: unknown): void {
    const error = isVaultError(reason)
      ? reason
      : new VaultError('service_unreachable', 'A part of Vaultlink could not be loaded.');
    const isDenied = error.code === 'access_denied';
    if (!isDenied) console.warn(`[vaultlink] ${error.message} (${error.code})`);
    this.#setSnapshot({ state: isDenied ? 'disconnected' : 'failed', isDenied, error });
  }

  #start(): void {
    if (!this.#postToTabs) this.#watch();
    if (this.#snapshot.state === 'connecting') return;
    const { name, value } = DENIED_PARAMETER;
    if (new URLSearchParams(location.search).get(name) === value) {
      this.#hasReturnedDenied = true;
      takeParameters([name]);
    }
    void this.checkSession();
  }

  /** Listens to windows, other tabs and the return of the user, from the first subscription until the page is left. */
  #watch(): void {
    this.#postToTabs = openConnectMessages(this.#backend, (message) => {
      void this.#readMessage(message);
    });
    // A window may close without a message. The session knows the result.
    const checkWhileConnecting = () => {
      const isWaiting = this.#popup || this.#snapshot.state === 'connecting';
      if (isWaiting && !isDocumentHidden()) void this.checkSession();
    };
    addEventListener('focus', checkWhileConnecting);
    listenAtDocument('visibilitychange', checkWhileConnecting);
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      // The user came back by the back button, not by the callback.
      if (this.#snapshot.state === 'connecting') this.#setSnapshot(CHECKING);
      void this.checkSession();
    });
  }

  async #updateFromSession(): Promise<void> {
    const before = this.#snapshot;
    // A window that is cut off from its opener looks closed, so it may still report after this.
    const isConnecting = () => this.#snapshot.state === 'connecting' && !this.#popup?.closed;
    // What has changed during the check is newer than its answer.
    const isOutdated = () => this.#snapshot !== before && this.#snapshot !== CHECKING;
    try {
      const session = this.#sessionUrl
        ? await fetchSession(this.#sessionUrl)
        : // Where storage is blocked, this page view remembers.
          { connected: isTabConnected(this.#backend) ?? before.state === 'connected' };
      // A user who is still at the authorization page is not disconnected by this answer.
      if (isConnecting() ? !session.connected : isOutdated()) return;
      if (this.#hasReturnedDenied && !session.connected && session.reason !== 'reconnect') {
        this.fail(new VaultError('access_denied', 'The user refused to connect.'));
      } else this.#setSession(session);
      this.#hasReturnedDenied = false;
    } catch (error) {
      if (!isConnecting() && !isOutdated()) this.fail(error);
    }
  }

  /** Reads a message of a window that was opened to connect, or of another tab. */
  async #readMessage({ error }: ConnectMessage): Promise<void> {
    const { state } = this.#snapshot;
    if (error && error !== 'not_connected') {
      // It arrives by window and by channel, and in tabs that it does not concern.
      if (this.#popup || state === 'connecting') {
        this.#popup = undefined;
        this.fail(new VaultError(error, 'The window did not connect.'));
      }
    } else if (error || state !== 'connected') await this.#checkAfterChange();
  }

  /** Checks the session. A check that is in flight may have begun before the change. */
  async #checkAfterChange(): Promise<void> {
    await this.#pendingCheck;
    await this.checkSession();
  }

  #notifyTabs(error?: VaultErrorCode): void {
    this.#postToTabs?.({ type: 'vaultlink-connect', error });
  }

  #setSession(session: SessionReply): void {
    const state = session.connected
      ? 'connected'
      : session.reason === 'reconnect'
        ? 'reconnect'
        : 'disconnected';
    if (session.connected) this.#popup = undefined;
    if (!this.#sessionUrl) rememberInTab(this.#backend, session.connected);
    this.#setSnapshot({ state, isDenied: false, session });
  }

  #setSnapshot(snapshot: ConnectionSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) {
      // A listener has made a further change, of which all have been notified.
      if (this.#snapshot !== snapshot) return;
      if (this.#listeners.has(listener)) listener(snapshot);
    }
  }
}
