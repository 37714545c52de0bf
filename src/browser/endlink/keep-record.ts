import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { isOpen, isWaiting } from './lifecycle.ts';
import type { EndlinkEngine } from './parts.ts';
import { parseRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';

/**
 * Writes the record back when the page is left, where the page has cleared sessionStorage meanwhile: many do when a user logs out. What stands
 * there is never overwritten, and what `forget()` has erased is not here to be written.
 */
export function keepRecordOnLeave(engine: EndlinkEngine): void {
  addEventListener('pagehide', () => {
    const record = parseRecord(engine.record());
    try {
      if (isWorthKeeping(record) && sessionStorage.getItem('vaultlink') === null)
        engine.record(engine.record());
    } catch {
      // The storage is blocked: history.state keeps the record.
    }
  });
}

/** Whether a token of the tab can still be reported. */
function isWorthKeeping(record: EndlinkRecord | undefined): boolean {
  if (!record) return false;
  const isYoung = record.capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return (isYoung && (isWaiting(record) || isOpen(record))) || isWorthKeeping(record.previous);
}
