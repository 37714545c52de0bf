import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import type { StoredRecord } from './record.ts';
import type { TabRecord } from './tab-record.ts';

/**
 * Writes the record back when the page is left, where the page has cleared sessionStorage meanwhile: many do when a user logs out. What stands
 * there is never overwritten, and what `forget()` has erased is not here to be written.
 */
export function keepRecord({ readRecord, writeRecord }: TabRecord): void {
  const record = readRecord();
  try {
    if (record && isWorthKeeping(record) && sessionStorage.getItem('vaultlink') === null)
      writeRecord(record);
  } catch {
    // The storage is blocked: history.state keeps the record.
  }
}

/** Returns whether a token of the tab can still be reported. */
export function isWorthKeeping(record: StoredRecord | undefined): boolean {
  if (!record) return false;
  const { state, probablyRecorded, capturedAtMs, previous } = record;
  const isSettled = probablyRecorded || /accepted|confirmed|rejected/.test(state);
  const isYoung = capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return (isYoung && !isSettled) || isWorthKeeping(previous);
}
