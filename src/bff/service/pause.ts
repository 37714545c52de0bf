import { isVaultError, VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import { hashOf } from '../grants/hash.ts';
import { MAX_PAUSE_SECONDS } from './retry-after.ts';

/** Maximum number of tokens that wait. Each needs a 429 or 503 of the service, which limits of anonymous requests bound. */
const MAX_WAITING_TOKENS = 10_000;

/** Statuses whose `Retry-After` concerns further requests. @see RFC 6585 section 4, RFC 9110 section 15.6.4 */
const PAUSING: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Remembers how long the service asked to wait. Until then, nothing is sent. */
export interface Pause {
  /** Returns the milliseconds until requests may be sent; 0: now. */
  leftMs: () => number;
  /** @throws VaultError `rate_limited`, with the seconds to wait */
  assertOver: () => void;
  /** Starts or prolongs the pause if the error is a 429 or 503 with `Retry-After`; for at most 300 seconds. */
  noteError: (error: unknown) => void;
  /**
   * Sends a request, unless the pause lasts, and notes its error.
   *
   * @throws VaultError `rate_limited`, or the error of the request
   */
  run<T>(send: () => Promise<T>): Promise<T>;
}

/**
 * Creates a pause that is over.
 *
 * @param now real time in milliseconds since 1970
 */
export function createPause(now: () => number): Pause {
  let overAtMs = 0;

  function leftMs(): number {
    const left = overAtMs - now();
    // A longer pause was noted before the clock was set back.
    return left > MAX_PAUSE_SECONDS * 1000 ? 0 : Math.max(0, left);
  }

  function assertOver(): void {
    const retryAfterSeconds = Math.ceil(leftMs() / 1000);
    if (!retryAfterSeconds) return;
    const sentence = 'The service has asked to wait, so nothing was sent.';
    throw new VaultError('rate_limited', sentence, { retryAfterSeconds });
  }

  function noteError(error: unknown): void {
    overAtMs = now() + Math.max(leftMs(), 1000 * pauseSecondsOf(error));
  }

  return {
    leftMs,
    assertOver,
    noteError,
    async run(send) {
      assertOver();
      try {
        return await send();
      } catch (error) {
        noteError(error);
        throw error;
      }
    },
  };
}

/** Returns for how many seconds an error pauses further requests; 0 if it does not. */
function pauseSecondsOf(error: unknown): number {
  if (!isVaultError(error) || !PAUSING.has(error.status)) return 0;
  return Math.min(error.retryAfterSeconds ?? 0, MAX_PAUSE_SECONDS);
}

/** A {@link Pause} for each token. Strangers send tokens, so the wait of one must not stop the others. */
export interface TokenPauses {
  /** @throws VaultError `rate_limited`, with the seconds to wait with this token */
  assertOver: (token: string) => void;
  /** As {@link Pause.run}, for this token alone. */
  run<T>(token: string, send: () => Promise<T>): Promise<T>;
}

/** @param now real time in milliseconds since 1970 */
export function createTokenPauses(now: () => number): TokenPauses {
  const pauses = new BoundedMap<string, Pause>(MAX_WAITING_TOKENS);
  const pauseOf = (token: string) => pauses.get(hashOf(token));
  return {
    assertOver: (token) => pauseOf(token)?.assertOver(),
    async run(token, send) {
      const pause = pauseOf(token) ?? createPause(now);
      try {
        return await pause.run(send);
      } finally {
        if (pause.leftMs()) pauses.set(hashOf(token), pause);
      }
    },
  };
}
