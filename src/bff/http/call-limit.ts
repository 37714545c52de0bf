import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../grants/bounded-map.ts';
import type { Settings } from '../config/settings.ts';
import { addressGroupOf } from './address-group.ts';

const MINUTE_MS = 60_000;

/** Limits how often anybody can make a call that costs a request to the service. */
export interface CallLimit {
  /**
   * Counts a call. One that is refused is not counted.
   *
   * @param address where the call comes from; `undefined`: it is not known, and the limit for all calls holds alone
   * @throws VaultError `rate_limited`, with the seconds to wait
   */
  countCall(address: string | undefined): void;
}

/**
 * Limits calls by address and in all. After a quiet minute as many calls as the limit pass at once; then they pass at the limit's pace.
 *
 * A limit is kept as one number: the instant at which all calls that were counted would be over if one passed after the other at that pace
 * (the "generic cell rate algorithm").
 *
 * @param now real time in milliseconds since 1970
 */
export function createCallLimit(
  { perAddressPerMinute, inAllPerMinute }: Settings['anonymousCalls'],
  now: () => number,
): CallLimit {
  // A minute after its last call an address is as good as new. No more of them than this have a call in a minute, so none is forgotten before.
  const overAtMsOf = new BoundedMap<string, number>(2 * inAllPerMinute);
  let allOverAtMs = 0;

  return {
    countCall(address) {
      const nowMs = now();
      const all = afterOneMore(allOverAtMs, inAllPerMinute, nowMs);
      if (all.waitMs > 0) throw tooMany('Too many calls come at once.', all.waitMs);
      if (address !== undefined) {
        const group = addressGroupOf(address);
        const own = afterOneMore(overAtMsOf.get(group) ?? 0, perAddressPerMinute, nowMs);
        if (own.waitMs > 0) throw tooMany('Too many calls come from one address.', own.waitMs);
        overAtMsOf.set(group, own.overAtMs);
      }
      allOverAtMs = all.overAtMs;
    },
  };
}

/** When all calls are over if another one is counted, and how long that one has to wait first: 0 or less, it need not. */
function afterOneMore(
  overAtMs: number,
  perMinute: number,
  nowMs: number,
): { overAtMs: number; waitMs: number } {
  // What is more than a minute ahead was counted before the clock was set back.
  const beginsAtMs = overAtMs > nowMs + MINUTE_MS ? nowMs : Math.max(overAtMs, nowMs);
  const paceMs = MINUTE_MS / perMinute;
  const after = beginsAtMs + paceMs;
  const waitMs = after - nowMs - MINUTE_MS;
  // Fractions of milliseconds add up to an error, which is far less than half of a pace.
  return { overAtMs: Math.min(after, nowMs + MINUTE_MS), waitMs: waitMs > paceMs / 2 ? waitMs : 0 };
}

/** Pages that were refused together come back spread over a minute, so that they are not refused together again. */
function tooMany(message: string, waitMs: number): VaultError {
  const retryAfterSeconds = Math.ceil((waitMs + Math.random() * MINUTE_MS) / 1000);
  return new VaultError('rate_limited', message, { retryAfterSeconds });
}
