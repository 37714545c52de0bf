import { isVaultError, VaultError } from '../../protocol/index.ts';
import { sleep } from '../sleep.ts';
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
): Promise<{ row: OutboxRow }> {
  const ended = delivered && (await settledWithin(delivered, timeoutMs));
  const now = ended?.row ?? row;
  if (now.state === 'rejected' || now.state === 'refused') throw rejected(now, ended?.error);
  return { row: now };
}

/** Returns `undefined` if it takes too long. */
async function settledWithin<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, timer.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    // Without a reason, an error with a stack is created, which costs more than the rest.
    timer.abort('settled');
  }
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
