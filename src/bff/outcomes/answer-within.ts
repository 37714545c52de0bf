import { isVaultError, VaultError } from '../../protocol/index.ts';
import { settleWithin } from '../sleep.ts';
import type { OutboxRow } from '../stores/outbox.ts';
import type { AcceptedOutcome } from './accept-outcome.ts';

/**
 * Waits for the answer to a request that is out for an outcome, but not for long.
 *
 * @returns the row as it is now
 * @throws VaultError `outcome_rejected` if the service, or the host, has refused the outcome
 */
export async function answerWithin(
  { row, delivered }: AcceptedOutcome,
  timeoutMs: number,
): Promise<OutboxRow> {
  const ended = delivered && (await settleWithin(delivered, timeoutMs));
  const answered = ended === 'late' ? undefined : ended;
  const now = answered?.row ?? row;
  if (now.state === 'rejected' || now.state === 'refused') throw rejected(now, answered?.error);
  return now;
}

/** Creates the error for a refused outcome, with the service's own sentence if this process has just read it. */
function rejected({ state, status }: OutboxRow, error: unknown): VaultError {
  if (isVaultError(error)) return error;
  const sentence =
    state === 'refused'
      ? 'The outcome was refused before it was sent.'
      : `The service has refused the outcome${status === undefined ? '' : ` with status ${status}`}.`;
  return new VaultError('outcome_rejected', sentence);
}
