import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../grants/bounded-map.ts';
import type { Settings } from '../config/settings.ts';
import { addressGroupOf } from './address-group.ts';

const MINUTE_MS = 60_000;

/** Rate limit of requests without a session that cause a request to the service. */
export interface CallLimit {
  /**
   * Counts a request, unless it is refused.
   *
   * @param address the client's address; `undefined` if it is unknown, so that only the total limit applies
   * @throws VaultError `rate_limited`, with the seconds to wait
   */
  countCall(address: string | undefined): void;
}

/**
 * Creates a limit by address and in total. After an idle minute, a whole minute's requests pass at once; then they pass at an even pace.
 *
 * Each limit is a single number: the time at which all counted requests would be over if they passed one after the other at that pace (the "generic
 * cell rate algorithm").
 *
 * @param now real time in milliseconds since 1970
 */
export function createCallLimit(
  { perAddressPerMinute, inAllPerMinute }: Settings['anonymousCalls'],
  now: () => number,
): CallLimit {
  // An address can be evicted one minute after its last request. At most this many have a request within a minute, so none is evicted too early.
  const overAtMsOf = new BoundedMap<string, number>(2 * inAllPerMinute);
  let allOverAtMs = 0;

  return {
    countCall(address) {
      const nowMs = now();
      const all = afterOneMore(allOverAtMs, inAllPerMinute, nowMs);
      if (all.waitMs > 0) throw tooMany('Too many requests arrive at once.', all.waitMs);
      if (address !== undefined) {
        const group = addressGroupOf(address);
        const own = afterOneMore(overAtMsOf.get(group) ?? 0, perAddressPerMinute, nowMs);
        if (own.waitMs > 0) throw tooMany('Too many requests arrive from one address.', own.waitMs);
        overAtMsOf.set(group, own.overAtMs);
      }
      allOverAtMs = all.overAtMs;
    },
  };
}

/** Returns when all requests are over if another one is counted, and how long that one must wait. 0 or less: it need not wait. */
function afterOneMore(
  overAtMs: number,
  perMinute: number,
  nowMs: number,
): { overAtMs: number; waitMs: number } {
  // A time more than a minute ahead was counted before the clock was set back.
  const beginsAtMs = overAtMs > nowMs + MINUTE_MS ? nowMs : Math.max(overAtMs, nowMs);
  const paceMs = MINUTE_MS / perMinute;
  const after = beginsAtMs + paceMs;
  const waitMs = after - nowMs - MINUTE_MS;
  // Rounding errors add up to far less than half a pace.
  return { overAtMs: Math.min(after, nowMs + MINUTE_MS), waitMs: waitMs > paceMs / 2 ? waitMs : 0 };
}

/** Spreads retries over a minute, so that pages that were refused together are not refused together again. */
function tooMany(message: string, waitMs: number): VaultError {
  const retryAfterSeconds = Math.ceil((waitMs + Math.random() * MINUTE_MS) / 1000);
  return new VaultError('rate_limited', message, { retryAfterSeconds });
}
