import type { AcceptedRow, NewOutboxRow, OutboxRow } from './outbox.ts';

/**
 * Decides what a new row becomes beside the stored one with its key; see `Outbox.accept`. A store that cannot express this in one statement calls it in
 * a transaction.
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
 * The host knows its sellers; a stranger may have sent any outcome. Once a request has begun, the service may have counted what it reported. What the host
 * has not approved it may still report itself.
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
