import type { Outcome } from '../../protocol/index.ts';
import type { TokenPauses } from '../service/pause.ts';
import { assertMayReport } from './may-report.ts';
import type { AskHost } from './may-report.ts';
import { assertReport, sendReport } from './report.ts';
import type { ReportPorts } from './report.ts';

/** Ports that the relay of outcomes uses. */
export interface RelayPorts extends ReportPorts {
  settings: { mayReportTimeoutMs: number };
  /** Pauses that the service has asked for, one for each relayed token. */
  tokenPauses: TokenPauses;
}

/** A report of a page. Anybody can send it: the token identifies the seller. */
export interface RelayedReport {
  /** Unchecked. */
  outcome: string;
  /** Unchecked. */
  token: string;
  /** Asks the host about the outcome. `undefined`: the host allows all. */
  askHost: AskHost | undefined;
  /** Counts the report for the limit of its sender. @throws VaultError `rate_limited` */
  count: () => void;
  /** Charges the sender if the service has refused the token. */
  chargeRefusal: (error: unknown) => void;
  /** Returns the id of the request that carries the report, for an event about its failure. */
  requestId: () => string;
  /** Further fields of the event that the outcome was reported. */
  fields: { requestId?: string };
}

/**
 * Forwards the outcome of a page to the service.
 *
 * If the host refuses the outcome, nothing is sent, and the page receives the same error as from the service: `outcome_rejected`. If the host gives no
 * answer, nothing is sent either, and the page retries. If the service asks to wait, only this token waits, because anybody can send any token.
 *
 * @returns the outcome that the service has accepted
 * @throws VaultError `invalid_request`, `rate_limited`, `outcome_rejected`, `store_unavailable` (the host gave no answer), and errors of the service
 */
export async function relayOutcome(ports: RelayPorts, call: RelayedReport): Promise<Outcome> {
  const { outcome, token, fields } = call;
  const { pauses, tokenPauses, emit, settings } = ports;
  assertReport(outcome, token);
  pauses.report.assertOver();
  tokenPauses.assertOver(token);
  call.count();
  await assertMayReport({ emit, timeoutMs: settings.mayReportTimeoutMs }, outcome, call);
  // The host may have taken long, and a pause may have begun.
  pauses.report.assertOver();
  try {
    await tokenPauses.run(token, () => sendReport(ports, outcome, token, fields));
  } catch (error) {
    call.chargeRefusal(error);
    throw error;
  }
  return outcome;
}
