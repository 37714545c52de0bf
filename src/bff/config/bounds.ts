/** What a number in the options may be, and what it is by default. A variable of `vaultlink serve` for the same number has the same bounds. */
export interface Bounds {
  /** Default: more than 0. */
  least?: number;
  /** Default: no limit. */
  most?: number;
  byDefault: number;
}

/** For how long a push or a relay may take. */
export const TIMEOUT_MS = { byDefault: 15_000 } as const satisfies Bounds;

/**
 * For how long a token request may take. An answer that is given up may be a grant that is lost, so it is waited for twice as long.
 *
 * Whoever waits for another one's refresh gives up after 40 seconds. By then the one who refreshes needs an answer, and has to have saved it.
 */
export const TOKEN_TIMEOUT_MS = { most: 35_000, byDefault: 30_000 } as const satisfies Bounds;

/** 400 days: a browser keeps no cookie for longer. A longer session is cut to it. @see RFC 6265bis section 5.5 */
export const SESSION_LIFETIME_SECONDS = { byDefault: 34_560_000 } as const satisfies Bounds;

/** As long as the longest session: whoever pushes once a year, to users whose browsers have forgotten them, finds each grant. */
export const GRANT_LIFETIME_DAYS = { byDefault: 400 } as const satisfies Bounds;

/** The memory for the addresses of callers grows with their number. */
const MOST_CALLS_PER_MINUTE = 1_000_000;

/** Two a second: a school or an office of 600 behind one address may finish a survey within five minutes, and nobody waits. */
export const CALLS_PER_ADDRESS_PER_MINUTE = {
  least: 1,
  most: MOST_CALLS_PER_MINUTE,
  byDefault: 120,
} as const satisfies Bounds;

/** What ten such addresses may do. */
export const CALLS_IN_ALL_PER_MINUTE = {
  least: 1,
  most: MOST_CALLS_PER_MINUTE,
  byDefault: 1200,
} as const satisfies Bounds;
