import type { Outcome } from '../../protocol/index.ts';
import type { VaultErrorCode } from '../../protocol/index.ts';
import type { Store } from '../stores/store.ts';

/** The service, as its operator describes it. */
export interface ServiceOptions {
  /** Its address; https, or http on this machine. @see interface, `{base_url}` */
  baseUrl: string;
  /** The authorization page. Default: `/oauth/authorize` below `baseUrl`. @see interface §4 (not shown) */
  authorizeUrl?: string | undefined;
  /** Further parameters for the authorization page; `undefined` takes one of ours out. Default: none. */
  authorizeParameters?: Readonly<Record<string, string | undefined>> | undefined;
  /** What the service calls itself in `iss`; where it is given, an `iss` in the callback is compared with it. @see RFC 9207 */
  issuer?: string | undefined;
  /** Makes every outgoing call. Default: the global `fetch`. On Node a push costs half as much with `undiciFetch()` of `vaultlink/node`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** For how long a push or a relay may take, in milliseconds. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** For how long a token request may take, in milliseconds; an answer that is given up may be a grant that is lost. Default: 30,000, at most 35,000. */
  tokenTimeoutMs?: number | undefined;
}

/** The OAuth client, as in the buyer's developer settings. @see interface §2.1 */
export interface ClientOptions {
  clientId: string;
  clientSecret: string;
  /** Exactly as in the settings. It has to lead to `{basePath}/callback`, or to a page that uses the hook. */
  redirectUri: string;
}

/**
 * How often anybody can call the callback, and the relay and the hook where they are on: they need no session and cost a request to the service
 * each. The three are counted apart, in each process on its own. After a quiet minute a minute's calls pass at once. A call beyond is refused with
 * `rate_limited` and `Retry-After`. A page sends its report again by itself; a user who comes back from the service opens the same address again.
 */
export interface AnonymousCallsOptions {
  /** Calls a minute from one address, as `clientAddress` names it; of IPv6 the first 64 bits count. Default: 120. At most 1,000,000. */
  perAddressPerMinute?: number | undefined;
  /** Calls a minute from everywhere. Default: 1,200. At most 1,000,000. */
  inAllPerMinute?: number | undefined;
}

/** A key that seals grants. */
export interface SealingKey {
  /** Stored beside what it sealed. */
  id: string;
  /** 32 bytes, base64. */
  key: string;
}

/** How a backend for the front end is set up. */
export interface VaultBffOptions {
  service: ServiceOptions;
  client: ClientOptions;
  /** The public origin of this backend, such as `https://app.example`: what a proxy says is never asked. */
  origin: string;
  /** Default: `/vault`. */
  basePath?: string | undefined;
  /** The key ring: the first seals, each opens what it sealed. */
  keys: readonly SealingKey[];
  /** Which installation this is. A copy of its store opens nothing under another id, and so spends no refresh token. Default: `''`. */
  deploymentId?: string | undefined;
  store: Store;
  /**
   * Names the signed-in user, in the buyer's own words. Asked with each call of a page but the callback, which belongs to the user who set out,
   * and the relay, which needs no user. A session of another user is not connected for this one. Where it names nobody, the call is refused with
   * `subject_missing`. Default: each session is its own subject.
   */
  subject?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * How the store keeps subjects: as they are, or as a keyed hash (`hash`), so that a copy of the database names nobody. Events and the grants of
   * the store then have the hash, too; `push()` takes the subject as before. Default: `plain`.
   */
  subjectPrivacy?: 'plain' | 'hash' | undefined;
  /** Further origins whose pages may call, with credentials; compared whole. Those on another site can report alone: browsers send no session from there. Default: none. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * Lets pages report outcomes through this backend: the relay, `POST {basePath}/endlinks/{outcome}`, which `data-via="relay"` calls. It needs no
   * session, so any program can call it, and each call costs a request to the service: see `mayReport` and `anonymousCalls`. Default: `false`, and a
   * call is answered with `not_found`. `VaultBff.report` works without it.
   */
  relay?: boolean | undefined;
  /**
   * Lets pages that drive the authorization themselves hand over their code: the hook, `POST {basePath}/exchange`, to which `exchange-url` of
   * `<vault-connect>` leads. It needs no session, so any program can call it, and each call costs a request to the service with the client's secret:
   * see `anonymousCalls`. Default: `false`, and a call is answered with `not_found`. The other way to connect works without it.
   */
  hook?: boolean | undefined;
  /**
   * Asked before an outcome is relayed: `false` refuses it. Where it throws, nothing is sent, and the page tries again: throw a VaultError
   * `store_unavailable` while you cannot tell. Default: every outcome is relayed.
   */
  mayReport?:
    ((request: Request, outcome: Outcome, token: string) => boolean | Promise<boolean>) | undefined;
  /** Limits calls that need no session. Default: 120 a minute from one address, 1,200 in all. */
  anonymousCalls?: AnonymousCallsOptions | undefined;
  /**
   * Names the IP address that a call comes from, such as `peerAddress` of `vaultlink/node`; behind a proxy it is what the proxy says, since all calls
   * come from the proxy's own. `undefined`: it is not known, and the call counts among all alone. Default: what `toNodeHandler` says, else no address is
   * known.
   */
  clientAddress?: ((request: Request) => string | undefined) | undefined;
  /** Told of what happens, for logs and counters. Holds no token, code, verifier or secret. Default: nobody is. */
  onEvent?: ((event: VaultEvent) => void) | undefined;
  /** Watches requests to the service and what happens, such as `openTelemetry()` of `vaultlink/bff/opentelemetry`. Default: nobody does. */
  telemetry?: Telemetry | undefined;
  /**
   * Keeps the platform going until a promise has ended: `waitUntil` of `cloudflare:workers` or of `@vercel/functions`. One that may stop as soon as
   * a response is given would else stop a refresh whose token the service has spent by then. Workers wait 30 seconds after the response at most: the
   * pair of a token request that takes longer is lost. Default: a process lives on by itself.
   */
  waitUntil?: ((promise: Promise<void>) => void) | undefined;
  /** For how long a session lasts without a connect, in seconds. Default: 34,560,000 (400 days, the longest a browser allows). */
  sessionLifetimeSeconds?: number | undefined;
  /**
   * After how many days without a new pair of tokens a grant is forgotten that no session leads to. A push gets a new pair where the one before has
   * expired, so such a grant has not been used for as long, a day less. Default: 400, so that pushes once a year still find their grants.
   */
  grantLifetimeDays?: number | undefined;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** Something happened. `grantId` and `subject` name whose; neither is a secret. */
export type VaultEvent =
  | { type: 'connected' | 'disconnected' | 'refreshed'; grantId: string; subject: string }
  /** The grant is dead: its user has to connect again. */
  | { type: 'reconnect_required'; grantId: string; subject: string; reason: string }
  /** A pair of tokens could not be saved yet. It is held in memory and tried again. */
  | { type: 'save_failed'; grantId: string; subject: string; attempt: number }
  | { type: 'pushed'; grantId: string; subject: string; packetId: string }
  | { type: 'reported'; outcome: Outcome }
  /**
   * A call ended in an error. `detail` is for the operator alone: what a page is told says less. `packetId` is there where the call was a push into
   * that packet.
   */
  | { type: 'failed'; where: string; code: VaultErrorCode; detail: string; packetId?: string };

/** A request to the service. Nothing in it differs from user to user. */
export interface ServiceRequest {
  operation: 'exchange' | 'refresh' | 'push' | 'report';
  method: 'GET' | 'POST';
  /** The service's address. @see interface, `{base_url}` */
  baseUrl: string;
  /** Path below the address, with a name in braces for what differs from call to call. */
  urlTemplate: string;
}

/** How a request ended. */
export interface RequestEnd {
  result: 'ok' | VaultErrorCode;
  /** HTTP status of an answer that was an error; `undefined`: it was none, or there was no answer. */
  status?: number | undefined;
}

/** Watches what the backend does, for traces and metrics. Whatever it throws, it stops nothing. */
export interface Telemetry {
  /**
   * Surrounds a request to the service.
   *
   * @param send sends it, in the context in which it is called, and tells how that ended; never rejects. To be called before this returns
   */
  request(request: ServiceRequest, send: () => Promise<RequestEnd>): void;
  /** Told what `onEvent` is told. */
  event(event: VaultEvent): void;
}
