import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import type { Emit } from '../events.ts';
import { placeOf } from '../failure.ts';
import { sleep } from '../sleep.ts';

/** Asks the host whether an outcome may be reported. Its answer is unchecked. */
export type AskHost = (outcome: Outcome) => unknown;

/**
 * Asks the host whether an outcome may be relayed. Only `true` allows it, and only `false` refuses it.
 *
 * @param askHost `undefined`: every outcome may be relayed
 * @param requestId returns the id of the request, for the event
 * @throws VaultError `outcome_rejected` if the host refuses. `store_unavailable` if it gives no answer within `timeoutMs`: the page then retries, and an
 *   event tells the operator
 */
export async function assertMayReport(
  { emit, timeoutMs }: { emit: Emit; timeoutMs: number },
  outcome: Outcome,
  { askHost, requestId }: { askHost: AskHost | undefined; requestId: () => string },
): Promise<void> {
  if (!askHost) return;
  const ask = async (): Promise<HostAnswer> => {
    try {
      return { value: await askHost(outcome) };
    } catch (error) {
      return { failure: isVaultError(error) ? error.message : `It threw: ${placeOf(error)}` };
    }
  };
  const answer = await answerWithin(ask(), timeoutMs);
  if (answer.value === true) return;
  if (answer.value === false) {
    throw new VaultError('outcome_rejected', 'The outcome was refused before it was sent.');
  }
  const reason = answer.failure ?? `It returned ${nameOf(answer.value)}, not true or false.`;
  const detail = `mayReport gave no answer, so nothing was sent. ${reason}`;
  emit({
    type: 'failed',
    where: 'may-report',
    code: 'store_unavailable',
    detail,
    requestId: requestId(),
  });
  throw new VaultError(
    'store_unavailable',
    'The server could not find out whether this outcome may be reported. Try again later.',
  );
}

/** Result of `mayReport`, or the reason why there is none. */
interface HostAnswer {
  value?: unknown;
  /** A sentence for the operator without a token. */
  failure?: string;
}

async function answerWithin(asked: Promise<HostAnswer>, timeoutMs: number): Promise<HostAnswer> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, timer.signal).then(() => ({
    failure: `It did not return within ${timeoutMs} ms.`,
  }));
  try {
    return await Promise.race([asked, late]);
  } finally {
    timer.abort();
  }
}

/** Names the kind of a value. Leaves out the value, which may contain the token. */
const nameOf = (value: unknown): string =>
  value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
