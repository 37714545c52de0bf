import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import { placeOf } from '../failure.ts';
import { sleep } from '../sleep.ts';
import { requestIdOf } from './request-id.ts';
import type { WebBackend } from './web-backend.ts';
import type { RouteRequest } from './route-request.ts';

/**
 * Asks the host whether an outcome may be relayed. Only `true` allows it, and only `false` refuses it.
 *
 * @throws VaultError `outcome_rejected` if the host refuses. `store_unavailable` if it gives no answer: the page then retries, and an event tells the
 *   operator
 */
export async function assertMayReport(
  { options, settings, emit }: WebBackend,
  request: RouteRequest,
  outcome: Outcome,
  token: string,
): Promise<void> {
  const { mayReport } = options;
  if (!mayReport) return;
  const ask = async (): Promise<Answer> => {
    try {
      return { value: await mayReport(request.webRequest, outcome, token) };
    } catch (error) {
      return { failure: isVaultError(error) ? error.message : `It threw: ${placeOf(error)}` };
    }
  };
  const answer = await answerWithin(ask(), settings.mayReportTimeoutMs);
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
    requestId: requestIdOf(request),
  });
  throw new VaultError(
    'store_unavailable',
    'The server could not find out whether this outcome may be reported. Try again later.',
  );
}

/** Result of `mayReport`, or the reason why there is none. */
interface Answer {
  value?: unknown;
  /** A sentence for the operator without a token. */
  failure?: string;
}

async function answerWithin(asked: Promise<Answer>, timeoutMs: number): Promise<Answer> {
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
