import { VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import type { TokenPauses } from '../service/pause.ts';
import { askForApproval, emitUnanswered, refusedByHost } from './may-report.ts';
import type { NewOutcome, Stranger } from './accept-outcome.ts';
import { assertReport, sendReport } from './report.ts';
import type { ReportPorts } from './report.ts';

/** Ports that a relay without an outbox uses. */
export interface ForwardPorts extends ReportPorts {
  settings: { mayReportTimeoutMs: number };
  /** Pauses that the service has asked for, one for each relayed token. */
  tokenPauses: TokenPauses;
}

/** A report of a page, for a relay that stores nothing. */
export interface ForwardedReport extends Stranger {
  /** Charges the sender if the service has refused the token. */
  chargeRefusal: (error: unknown) => void;
  /** Further fields of the event that the outcome was reported. */
  fields: { requestId?: string };
}

/**
 * Forwards the outcome of a page to the service, and stores nothing: where the service is away, the page tries again.
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
  call: ForwardedReport,
): Promise<Outcome> {
  const { pauses, tokenPauses } = ports;
  assertReport(outcome, token);
  pauses.report.assertOver();
  tokenPauses.assertOver(token);
  call.count();
  await assertMayReport(ports, outcome, token, call);
  // The host may have taken long, and a pause may have begun.
  pauses.report.assertOver();
  try {
    await tokenPauses.run(token, () => sendReport(ports, outcome, token, call.fields));
  } catch (error) {
    call.chargeRefusal(error);
    throw error;
  }
  return outcome;
}

/** @throws VaultError `outcome_rejected` if the host refuses; `store_unavailable` if it gives no answer: the page then retries */
async function assertMayReport(
  { emit, settings }: ForwardPorts,
  outcome: Outcome,
  token: string,
  stranger: Stranger,
): Promise<void> {
  const { askHost, requestId } = stranger;
  if (!askHost) return;
  const { request } = stranger;
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
