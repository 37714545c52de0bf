import type { AcceptedRow, NewOutboxRow, OutboxRow } from './outbox.ts';

/**
 * Decides which row to store, by the rules of `Outbox.accept`. A store that cannot express them in one statement calls this function in a transaction.
 *
 * @param isBegun whether an added row is begun at once
 * @returns the row to store, if it is not `stored` itself
 */
export function acceptRow(
  stored: OutboxRow | undefined,
  row: NewOutboxRow,
  isBegun: boolean,
): AcceptedRow {
  if (!stored || mayReplace(stored, row)) return { row: added(row, isBegun), isNew: true };
  const takesOver = !row.isAnonymous && stored.isAnonymous && stored.name === row.name;
  if (!takesOver || stored.settledAtMs !== undefined) return { row: stored, isNew: false };
  return { row: { ...stored, isAnonymous: false, isUnapproved: false }, isNew: false };
}

/**
 * Returns whether a row of the host replaces that of a page. The host knows its sellers, and anybody could have sent the outcome of the page. But once a
 * request has begun, the service may have counted the stored outcome. The host can also replace a row that it has refused.
 */
const mayReplace = (stored: OutboxRow, row: NewOutboxRow): boolean =>
  !row.isAnonymous &&
  stored.isAnonymous &&
  stored.begun === 0 &&
  (stored.settledAtMs === undefined || stored.state === 'refused');

function added(row: NewOutboxRow, isBegun: boolean): OutboxRow {
  return {
    ...row,
    state: isBegun ? 'sending' : 'waiting',
    isAmbiguous: false,
    begun: isBegun ? 1 : 0,
    ended: 0,
  };
}
