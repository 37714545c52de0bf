import type { Outcome, VaultErrorCode } from '../../protocol/index.ts';
import type { VaultEvent } from '../events.ts';
import type { ServiceTransport } from '../service/service-transport.ts';
import type { Store } from '../stores/store.ts';

/** Settings of the service. */
export interface ServiceOptions {
  /** URL of the service: https, or http on a loopback address. @see interface, `{base_url}` */
  baseUrl: string;
  /** The authorization page. Default: `/oauth/authorize` below `baseUrl`. @see interface §4 (not shown) */
  authorizeUrl?: string | undefined;
  /** Issuer of the service. If set, an `iss` in the callback must be equal to it. @see RFC 9207 */
  issuer?: string | undefined;
  /** Sends every request to the service. Default: the global `fetch`. On Node, `undiciTransport()` of `vaultlink/node` costs much less. */
  transport?: ServiceTransport | undefined;
  /** Timeout of a push or a report, in milliseconds. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** Timeout of a token request, in milliseconds. A response after the timeout may cost the grant. Default: 30,000, at most 35,000. */
  tokenTimeoutMs?: number | undefined;
}

/** The OAuth client, as in the buyer's developer settings. @see interface §2.1 */
export interface ClientOptions {
  /** Id of the client. */
  clientId: string;
  /** The secret that the service has shown once, when the client was created. */
  clientSecret: string;
  /** Exactly as in the developer settings. It must lead to `{basePath}/callback`, or to a page that uses the hook. */
  redirectUri: string;
}

/**
 * Rate limits of the callback, the relay and the hook. They need no session, and each request causes a request to the service. The three routes are
 * counted separately, in each process on its own. After an idle minute, a whole minute's requests pass at once. Further requests are refused with
 * `rate_limited` and `Retry-After`. A page retries its report by itself; a user who returns from the service opens the same URL again.
 */
export interface AnonymousCallsOptions {
  /**
   * Requests per minute from one address, as named by `clientAddress`. Of an IPv6 address the first 64 bits count. A request whose token or code the
   * service refuses counts as four. Default: 120. At most 1,000,000.
   */
  perAddressPerMinute?: number | undefined;
  /**
   * Requests per minute in total. As they are used up, each network (IPv4 /24, IPv6 /48 and /32) may send fewer, so that a quiet network is still
   * served. One network alone may send half of them. Default: 1,200. At most 1,000,000.
   */
  inAllPerMinute?: number | undefined;
}

/** A key that seals grants. */
export interface SealingKey {
  /** Stored with each sealed value, to find the key again. */
  id: string;
  /** 32 bytes, base64. */
  key: string;
}

/** Argument of `mayReport`: the outcome that the host approves or refuses. */
export interface MayReportQuestion {
  outcome: Outcome;
  token: string;
  /** The request of the page. `undefined`: the backend delivers a stored outcome, after the request of the page has ended. */
  request?: Request | undefined;
  /** The first answer of the host about this outcome, if it was neither `true` nor `false`. JSON. */
  context?: unknown;
}

/** Options of a backend for the front end. */
export interface VaultBffOptions {
  /** The service: its address, and how to call it. */
  service: ServiceOptions;
  /** The OAuth client of your account at the service. */
  client: ClientOptions;
  /** Public origin of this backend, such as `https://app.example`. Headers of a proxy are never used for it. */
  origin: string;
  /** Path prefix of all requests that the backend handles. Default: `/vault`. */
  basePath?: string | undefined;
  /** The key ring. The first key seals; each key opens what it sealed. */
  keys: readonly SealingKey[];
  /** Id of this installation. A copy of the store under another id cannot open any grant, and so cannot spend refresh tokens. Default: `''`. */
  deploymentId?: string | undefined;
  /** Keeps grants and sessions: `sqliteStore()`, `redisStore()`, `postgresStore()`, or `memoryStore()` for tests. */
  store: Store;
  /**
   * Returns a stable id of the signed-in user. Called on each request of a page and on the callback, but not on the relay, which needs no user. A session
   * of another user does not count as connected for this user. If it returns nothing, the request is refused with `subject_missing`. A callback is
   * refused with `subject_mismatch` if it returns another user than the one who started. If it returns nothing there, a page of the backend opens
   * the callback once more, because browsers do not send a `SameSite=Strict` login cookie from the service. Default: each session is its own subject.
   */
  subject?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * Form in which the store keeps subjects: as they are (`plain`), or as a keyed hash (`hash`), so that a copy of the database does not reveal users. Events
   * and stored grants then contain the hash. `push()` still takes the plain subject. Default: `plain`.
   */
  subjectPrivacy?: 'plain' | 'hash' | undefined;
  /**
   * Further origins whose pages may send requests with credentials, compared exactly. Pages on another site can only report outcomes: browsers do not
   * send the session cookie from there. Default: none.
   */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * Enables the relay, `POST {basePath}/endlinks/{outcome}`, which `data-via="relay"` uses to report outcomes through this backend. It stores each
   * outcome before it responds, and delivers it even if the page closes: see `VaultBff.outcomes`. It needs no session, so any program can call it: see
   * `mayReport` and `anonymousCalls`.
   *
   * `true` needs a store or an `outbox` that keeps outcomes: SQLite or PostgreSQL. `unsaved`: outcomes can be lost when the process ends; use it
   * for tests. `forward`: the relay only forwards outcomes and stores nothing, for platforms without such a store. Default: `false`; the backend
   * responds to requests with `not_found`. `VaultBff.report` works without the relay.
   */
  relay?: boolean | 'unsaved' | 'forward' | undefined;
  /**
   * Store for the outcomes, such as `sqliteStore('outcomes.db')` if the grants are in Redis. The backend closes it. Default: `store`, if it is SQLite or
   * PostgreSQL.
   */
  outbox?: Store | undefined;
  /** Days for which the backend keeps a settled outcome, without its token. After that it keeps only the counts. Default: 90. At most 3,650. */
  outcomeDays?: number | undefined;
  /**
   * Enables the hook, `POST {basePath}/exchange`, to which `exchange-url` of `<vault-connect>` leads: pages that run the authorization themselves
   * hand over their code. It needs no session, so any program can call it, and each request causes a request to the service with the client secret:
   * see `anonymousCalls`. Default: `false`; requests are answered with `not_found`. Connecting by redirect works without it.
   */
  hook?: boolean | undefined;
  /**
   * Decides whether an outcome of a page may be relayed. `true` allows it; `false` refuses it with `outcome_rejected`, and nothing is stored. The
   * backend calls it once for each new outcome, with the request of the page, and waits at most one second.
   *
   * Any other return value, an error and a timeout count as no answer. The backend then calls `onEvent` and stores the outcome. It calls `mayReport`
   * again before each delivery until the token has expired. These calls have no `request`; their `context` is the first return value. A relay that only
   * forwards responds to the page with `store_unavailable`, and the page retries. Default: every outcome is relayed.
   */
  mayReport?: ((question: MayReportQuestion) => unknown) | undefined;
  /** Milliseconds to wait for `mayReport` before a delivery; at most 60,000. Default: 10,000. */
  mayReportTimeoutMs?: number | undefined;
  /** Rate limits of requests that need no session. Default: 120 per minute from one address, 1,200 in total. */
  anonymousCalls?: AnonymousCallsOptions | undefined;
  /**
   * Returns the IP address of the client, such as `peerAddress` of `vaultlink/node`. Behind a proxy, read it from the proxy's header, because all
   * connections come from the proxy. `undefined`: the address is unknown, only the total limit applies, and an event says so once. Default: what
   * `toNodeHandler` and `listen` know of the client, else unknown.
   */
  clientAddress?: ((request: Request) => string | undefined) | undefined;
  /**
   * Receives events, for logs and counters. They contain no token, code, verifier or secret. `logLevelOf(event)` returns how severe one is.
   * Default: errors of the configuration and the store are written to the console.
   */
  onEvent?: ((event: VaultEvent) => void) | undefined;
  /** Observes requests to the service and events, such as `openTelemetry()` of `vaultlink/bff/opentelemetry`. Default: none. */
  telemetry?: Telemetry | undefined;
  /**
   * Keeps the platform running until a promise has settled: `waitUntil` of `cloudflare:workers` or of `@vercel/functions`. Without it, a platform
   * that stops after the response could interrupt a refresh whose token is already spent. Workers wait at most 30 seconds after the response: the
   * token pair of a slower token request is lost. Default: the process keeps running by itself.
   */
  waitUntil?: ((promise: Promise<void>) => void) | undefined;
  /** Lifetime of a session after a connect, in seconds. Default: 34,560,000 (400 days, the longest a browser allows). */
  sessionLifetimeSeconds?: number | undefined;
  /**
   * Days after which an unused session ends. A check or a push of a page uses it. The last use is noted at most once a day, so a session ends up to one
   * day later. Applies to sessions that begin while the option is set. Default: sessions only end after `sessionLifetimeSeconds`.
   */
  sessionIdleDays?: number | undefined;
  /**
   * Days after which a grant without sessions is deleted if its tokens were not refreshed. A push refreshes an expired token, so such a grant has not
   * been used for about as long. Default: 400, so that yearly pushes still find their grants.
   */
  grantLifetimeDays?: number | undefined;
  /** Real time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** A request to the service. Contains nothing that differs from user to user. */
export interface ServiceRequest {
  operation: 'exchange' | 'refresh' | 'push' | 'report';
  method: 'GET' | 'POST';
  /** URL of the service. @see interface, `{base_url}` */
  baseUrl: string;
  /** Path below the URL, with a name in braces for each variable part. */
  urlTemplate: string;
}

/** Result of a request. */
export interface RequestEnd {
  result: 'ok' | VaultErrorCode;
  /** HTTP status of an error response. `undefined`: the request succeeded, or there was no response. */
  status?: number | undefined;
}

/** Observes the backend, for traces and metrics. Errors that it throws are ignored. */
export interface Telemetry {
  /**
   * Wraps a request to the service.
   *
   * @param send sends the request in the context in which it is called, and resolves with its result. Never rejects. Call it before this method
   *   returns; otherwise the backend sends the request itself, and this method does not learn the result
   */
  request(request: ServiceRequest, send: () => Promise<RequestEnd>): void;
  /** Receives the same events as `onEvent`. */
  event(event: VaultEvent): void;
}
