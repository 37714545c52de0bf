import type { Outcome } from './endlink.ts';
import type { VaultErrorCode } from './errors.ts';

/** Path of the backend for the front end, unless it is configured. */
export const BASE_PATH = '/vault';

/**
 * Every call but the two navigations and `health` carries it. No form and no plain link can, and a script of another origin only after a
 * preflight, which the backend refuses.
 *
 * @see RFC 10017 section 6.1.3.3.2
 */
export const REQUEST_HEADER = { name: 'X-Vaultlink', value: '1' } as const;

/** Place of the authorization: the page itself, or a window of its own. */
export type ConnectDisplay = 'page' | 'popup';

/** On `return_to` when the user said no: `vault=denied`. */
export const DENIED_PARAMETER = { name: 'vault', value: 'denied' } as const;

/** Name of the BroadcastChannel by which a popup tells the pages of its origin how it ended. */
export const CONNECT_CHANNEL = 'vaultlink';

/** Message of a popup: to its opener by `postMessage`, and to the pages of its origin over {@link CONNECT_CHANNEL}. */
export interface ConnectMessage {
  type: 'vaultlink-connect';
  /** Reason why there is no connection; `undefined`: there is one. */
  error?: VaultErrorCode | undefined;
}

/** Returns whether `value` is a {@link ConnectMessage}. The caller must check its origin as well. */
export function isConnectMessage(value: unknown): value is ConnectMessage {
  return (value as Partial<ConnectMessage> | null | undefined)?.type === 'vaultlink-connect';
}

/** `GET {base}/session`. */
export interface SessionReply {
  connected: boolean;
  /** `none`: nobody has connected in this browser. `reconnect`: the connection has ended, and the user must connect again. */
  reason?: 'none' | 'reconnect' | undefined;
  scope?: string | undefined;
  /** When the access token has to be renewed, which happens by itself. ISO 8601. */
  expires_at?: string | undefined;
}

/** `POST {base}/exchange`, the hook: what a page that drove the authorization itself hands over. */
export interface ExchangeRequest {
  code: string;
  code_verifier: string;
  state: string;
  redirect_uri: string;
}

/** Answer of the hook. */
export interface ExchangeReply {
  connected: true;
  /** ISO 8601. */
  expires_at: string;
}

/** `POST {base}/packets/{packet_id}/push`. */
export interface PushRequest {
  payload: Record<string, string | null>;
}

/** `POST {base}/endlinks/{outcome}`. */
export interface RelayRequest {
  token: string;
  /** Seconds since the seller landed with the token: 0 or more. Default: the backend counts from receipt. */
  age_seconds?: number | undefined;
}

/** Answer of a relay that has taken the outcome. */
export interface RelayReply {
  /**
   * `confirmed`: the service has counted the outcome. `accepted`: the backend has stored it and delivers it; the same call asks again. `unknown`: the
   * backend has ended its delivery without a readable answer of the service.
   */
  result: 'confirmed' | 'accepted' | 'unknown';
  outcome: Outcome;
}

/** `GET {base}/health`, `…/ready`, `…/live` and `…/startup`: 200 where `status` is `ok`, else 503. */
export interface HealthReply {
  /** `draining`: it ends soon, and wants no further requests. */
  status: 'ok' | 'unavailable' | 'draining';
  /** State of the store. Only if it was checked. */
  store?: 'ok' | 'unavailable' | undefined;
  /** `wrong`: the keys open nothing that the store holds. */
  keys?: 'wrong' | undefined;
  /** `unknown`: the backend cannot tell the caller's address. Only where the call has the header of {@link REQUEST_HEADER}. */
  client_address?: 'unknown' | undefined;
}

/** HTTP status of each error on this wire. */
export const STATUS_OF_ERROR: Readonly<Record<VaultErrorCode, number>> = {
  invalid_request: 400,
  state_mismatch: 400,
  state_expired: 400,
  state_missing: 400,
  not_connected: 401,
  access_denied: 403,
  forbidden_origin: 403,
  subject_missing: 403,
  subject_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  reconnect_required: 409,
  outcome_rejected: 409,
  outcome_locked: 409,
  too_large: 413,
  validation_failed: 422,
  rate_limited: 429,
  configuration_error: 500,
  service_error: 502,
  outcome_unknown: 502,
  store_unavailable: 503,
  service_unreachable: 504,
};
