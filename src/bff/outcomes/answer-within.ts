import { isVaultError, VaultError } from '../../protocol/index.ts';
import { settleWithin } from '../sleep.ts';
import type { OutboxRow } from '../stores/outbox.ts';
import type { AcceptedOutcome } from './accept-outcome.ts';
import { refusedByHost } from './may-report.ts';

/**
 * Waits until the delivery of an accepted outcome has ended, at most for `timeoutMs`.
 *
 * @returns the row as it is then
 * @throws VaultError `outcome_rejected` if the service, or the host, has refused the outcome
 */
export async function answerWithin(
  { row, delivered }: AcceptedOutcome,
  timeoutMs: number,
): Promise<OutboxRow> {
  const ended = delivered && (await settleWithin(delivered, timeoutMs));
  const answered = ended === 'late' ? undefined : ended;
  const latest = answered?.row ?? row;
  if (latest.state === 'rejected' || latest.state === 'refused')
    throw rejectedError(latest, answered?.error);
  return latest;
}

/** Creates the error for a refused outcome. If this process has just made the request, it is the service's own error. */
function rejectedError({ state, status }: OutboxRow, error: unknown): VaultError {
  if (isVaultError(error)) return error;
  if (state === 'refused') return refusedByHost();
  const withStatus = status === undefined ? '' : ` with status ${status}`;
  const sentence = `The service has refused the outcome${withStatus}.`;
  return new VaultError('outcome_rejected', sentence);
}
