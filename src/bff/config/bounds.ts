/** Range and default of a numeric option. The matching variable of `vaultlink serve` has the same range. */
export interface Bounds {
  /** Default: more than 0. */
  least?: number;
  /** Default: no limit. */
  most?: number;
  byDefault: number;
}

/** Timeout of a push or a report. */
export const TIMEOUT_MS = { byDefault: 15_000 } as const satisfies Bounds;

/**
 * Timeout of a token request. It is twice as long, because a response after the timeout may cost the grant.
 *
 * Other processes that wait for a refresh stop waiting after 40 seconds. The process that refreshes must have a response, and have saved it, before
 * then.
 */
export const TOKEN_TIMEOUT_MS = { most: 35_000, byDefault: 30_000 } as const satisfies Bounds;

/** Time to wait for `mayReport`. Meanwhile the page waits, too. */
export const MAY_REPORT_TIMEOUT_MS = { most: 60_000, byDefault: 10_000 } as const satisfies Bounds;

/** Days for which the backend keeps settled outcomes. */
export const OUTCOME_DAYS = { least: 1, most: 3650, byDefault: 90 } as const satisfies Bounds;

/** 400 days: browsers keep no cookie for longer. Longer sessions are shortened to it. @see RFC 6265bis section 5.5 */
export const SESSION_LIFETIME_SECONDS = { byDefault: 34_560_000 } as const satisfies Bounds;

/** Whole days, since the last use is noted at most once a day. Default: no limit. */
export const SESSION_IDLE_DAYS = { least: 1, most: 400 } as const;

/** As long as the longest session, so that yearly pushes find grants even of users whose browser session is gone. */
export const GRANT_LIFETIME_DAYS = { byDefault: 400 } as const satisfies Bounds;

/** Memory use grows with the number of client addresses. */
const MAX_REQUESTS_PER_MINUTE = 1_000_000;

/** Two per second: 600 people behind one address can finish a survey within five minutes without being limited. */
export const REQUESTS_PER_ADDRESS_PER_MINUTE = {
  least: 1,
  most: MAX_REQUESTS_PER_MINUTE,
  byDefault: 120,
} as const satisfies Bounds;

/** Ten times the limit of one address. */
export const REQUESTS_IN_ALL_PER_MINUTE = {
  least: 1,
  most: MAX_REQUESTS_PER_MINUTE,
  byDefault: 1200,
} as const satisfies Bounds;
