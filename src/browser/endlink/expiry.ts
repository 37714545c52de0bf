import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from './parts.ts';

const LIFETIME_MS = TOKEN_LIFETIME_SECONDS * 1000;

/** How long before its end a waiting token is announced as expiring. */
const EXPIRING_NOTICE_MS = 300_000;

/** What `setTimeout()` returns on Node. */
type NodeTimer = Record<'unref', () => void>;

/** Tells the page when its token is about to expire, and when it has. */
export function watchExpiry(engine: EndlinkEngine): void {
  let watched: string | undefined;
  engine.subscribe(() => {
    const token = engine.token();
    if (!token || token === watched) return;
    watched = token;
    atAge(LIFETIME_MS - EXPIRING_NOTICE_MS, { isExpiring: true });
    atAge(LIFETIME_MS, { state: 'expired' });
  });

  /** Changes the record when the token has reached an age, if it is the same one and still waits. */
  function atAge(ageMs: number, change: object): void {
    const { token, capturedAtMs } = engine.readRecord()!;
    const applyChange = () => {
      const record = engine.readRecord();
      if (record?.token !== token || record.outcome || record.state === 'expired') return;
      engine.writeRecord({ ...record, ...change });
      engine.notify();
    };
    // A clock that was set back makes the token land in the future: from now on it is at most this long. A browser runs a timer at once that is to wait
    // longer than 24.8 days: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value
    const delayMs = Math.min(capturedAtMs - Date.now(), 0) + ageMs;
    // In a component test, no process waits an hour for it.
    if (delayMs > 0) (setTimeout(applyChange, delayMs) as Partial<NodeTimer>).unref?.();
    else applyChange();
  }
}
