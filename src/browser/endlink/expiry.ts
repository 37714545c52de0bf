import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { isWaiting } from './lifecycle.ts';
import { recordOf, writeRecordOf } from './page-records.ts';
import type { EndlinkEngine } from './parts.ts';
import type { WaitingRecord } from './record.ts';

const LIFETIME_MS = TOKEN_LIFETIME_SECONDS * 1000;

/** Milliseconds before its end at which a waiting token is announced as expiring. */
const EXPIRING_NOTICE_MS = 300_000;

/** Timer that `setTimeout()` returns on Node. */
type NodeTimer = Record<'unref', () => void>;

/** Tells the page when its token is about to expire, and when it has. */
export function watchExpiry(engine: EndlinkEngine): void {
  let watched: string | undefined;
  engine.subscribe(() => {
    const token = engine.token();
    if (!token || token === watched) return;
    watched = token;
    atAge(token, LIFETIME_MS - EXPIRING_NOTICE_MS, { isExpiring: true });
    atAge(token, LIFETIME_MS, { state: 'expired' });
  });

  /** Changes the record of a token that has reached an age, if it is still the page's own and still waits. */
  function atAge(token: string, ageMs: number, change: Partial<WaitingRecord>): void {
    const { capturedAtMs } = engine.ownRecord()!;
    const applyChange = () => {
      const record = recordOf(engine, token);
      const isWatched = record && isWaiting(record) && token === engine.token();
      if (isWatched && record.state !== 'expired') writeRecordOf(engine, { ...record, ...change });
    };
    // A clock that was set back makes the token land in the future: from now on it is at most this long. A browser runs a timer at once that is to wait
    // longer than 24.8 days: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value
    const delayMs = Math.min(capturedAtMs - Date.now(), 0) + ageMs;
    // In a component test, no process waits an hour for it.
    if (delayMs > 0) (setTimeout(applyChange, delayMs) as Partial<NodeTimer>).unref?.();
    else applyChange();
  }
}
