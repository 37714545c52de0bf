/** The token endpoint, below the service's address. @see interface §4.2 */
export const TOKEN_PATH = '/oauth/token';

/** Seconds for which an access token can be used. @see interface §8 */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 86_400;

/** Body of a token request after the callback: all of it is sent, all of it is text. @see interface §4.2 */
export interface AuthorizationCodeGrant {
  grant_type: 'authorization_code';
  code: string;
  code_verifier: string;
  client_secret: string;
  client_id: string;
  redirect_uri: string;
  state: string;
}

/** Body of a token request that renews a grant. @see interface §4.2 */
export interface RefreshTokenGrant {
  grant_type: 'refresh_token';
  refresh_token: string;
  client_secret: string;
  client_id: string;
  redirect_uri: string;
}

/** Response of the token endpoint to both grants. Further fields may be there. @see interface §2.2 */
export interface TokenResponse {
  /** A JWT that carries `expires_at`. */
  access_token: string;
  /** `Bearer`, where it is there. */
  token_type?: string | undefined;
  /** In seconds. */
  expires_in?: number | undefined;
  /** Revoked once used: the one of the latest answer is the only one that counts. */
  refresh_token: string;
  scope?: string | null | undefined;
  /** Epoch seconds, epoch milliseconds or ISO 8601: the interface does not say. */
  created_at?: string | number | undefined;
}

/** From here on a number counts milliseconds, not seconds: in seconds it would be the year 5138. */
const FIRST_MILLISECONDS = 1e11;

/** A date, with or without a time, with or without an offset. More than that, `Date.parse` would guess. */
const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads an instant of the service's, whose form is not shown: epoch seconds, epoch milliseconds (both as a number or as text), or ISO 8601,
 * which is UTC where it does not say (interface §2.3).
 *
 * @returns milliseconds since 1970; `undefined` for anything else
 * @see interface §2.2
 */
export function instantMs(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return isoMs(value);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = Number(value);
  const ms = number * (Math.abs(number) < FIRST_MILLISECONDS ? 1000 : 1);
  return Number.isFinite(ms) ? ms : undefined;
}

function isoMs(text: string): number | undefined {
  const [whole, time, , , offset] = ISO_8601.exec(text) ?? [];
  const ms = whole === undefined ? NaN : Date.parse(time && !offset ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The `expires_at` within an access token, by the service's clock. Its signature is not checked: only the service can, and only it has to.
 *
 * @returns milliseconds since 1970; `undefined` where the token is no JWT or has none
 * @see interface §5.4
 */
export function expiresAtOf(accessToken: string): number | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return instantMs((JSON.parse(atob(payload)) as { expires_at?: unknown }).expires_at);
  } catch {
    return undefined;
  }
}

/**
 * Returns the lifetime of an access token in seconds, counted from its receipt: `expires_in`, or the JWT's `expires_at` less `created_at` where
 * that is shorter or `expires_in` is missing. The service's clock is never compared with ours, so one that is a day off does no harm.
 *
 * Default, if neither is known: {@link ACCESS_TOKEN_LIFETIME_SECONDS}.
 *
 * @see interface §2.2 §5.4
 */
export function lifetimeSecondsOf(response: TokenResponse): number {
  const expiresAtMs = expiresAtOf(response.access_token);
  const createdAtMs = instantMs(response.created_at);
  const lifetimes = [response.expires_in];
  if (expiresAtMs !== undefined && createdAtMs !== undefined) {
    lifetimes.push((expiresAtMs - createdAtMs) / 1000);
  }
  const known = lifetimes.filter((seconds) => seconds !== undefined && seconds >= 0) as number[];
  return known.length ? Math.min(...known) : ACCESS_TOKEN_LIFETIME_SECONDS;
}
