import { VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import type { TokenPauses } from '../service/pause.ts';
import { askForApproval, emitUnanswered, refusedByHost } from './may-report.ts';
import type { NewOutcome, RelayCaller } from './accept-outcome.ts';
import { assertReport, sendReport } from './report.ts';
import type { ReportPorts } from './report.ts';

/** Ports that a relay without an outbox uses. */
export interface ForwardPorts extends ReportPorts {
  settings: { mayReportTimeoutMs: number };
  /** Pauses that the service has asked for, one for each relayed token. */
  tokenPauses: TokenPauses;
}

/** A page that reports through a relay without an outbox. */
export interface ForwardedCaller extends RelayCaller {
  /** Charges the caller's address if the service has refused the token. */
  chargeRefusal: (error: unknown) => void;
  /** Further fields of the event `reported`. */
  fields: { requestId?: string };
}

/**
 * Forwards the outcome of a page to the service, and stores nothing. If the service is away, the page tries again.
 *
 * If the host refuses the outcome, nothing is sent, and the page receives the same error as from the service: `outcome_rejected`. If the host gives no
 * answer, nothing is sent either, and the page retries. If the service asks to wait, only this token waits, because anybody can send any token.
 *
 * @returns the outcome that the service has accepted
 * @throws VaultError `validation_failed`, `rate_limited`, `outcome_rejected`, `store_unavailable` (the host gave no answer), and errors of the service
 */
export async function forwardOutcome(
  ports: ForwardPorts,
  { outcome, token }: Pick<NewOutcome, 'outcome' | 'token'>,
  caller: ForwardedCaller,
): Promise<Outcome> {
  const { pauses, tokenPauses } = ports;
  assertReport(outcome, token);
  pauses.report.assertOver();
  tokenPauses.assertOver(token);
  caller.countRequest();
  await assertMayReport(ports, outcome, token, caller);
  // Check again: a pause may have begun while the host was asked.
  pauses.report.assertOver();
  try {
    await tokenPauses.run(token, () => sendReport(ports, outcome, token, caller.fields));
  } catch (error) {
    caller.chargeRefusal(error);
    throw error;
  }
  return outcome;
}

/** @throws VaultError `outcome_rejected` if the host refuses; `store_unavailable` if it gives no answer: the page then retries */
async function assertMayReport(
  { emit, settings }: ForwardPorts,
  outcome: Outcome,
  token: string,
  caller: RelayCaller,
): Promise<void> {
  const { askHost, requestId } = caller;
  if (!askHost) return;
  const { request } = caller;
  const question = { outcome, token, request };
  const approval = await askForApproval(askHost, question, settings.mayReportTimeoutMs);
  if (approval.verdict === 'approved') return;
  if (approval.verdict === 'refused') throw refusedByHost();
  emitUnanswered(emit, approval, 'so nothing was sent', requestId());
  throw new VaultError(
    'store_unavailable',
    'The server could not find out whether this outcome may be reported. Try again later.',
  );
}
