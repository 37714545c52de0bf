import { isOutcome, isPlaceholder, OUTCOMES, VaultError } from '../../protocol/index.ts';
import type { Outcome } from '../../protocol/index.ts';
import type { Emit } from '../events.ts';
import type { Report } from '../service/outcome-request.ts';
import type { Pause } from '../service/pause.ts';

/** Maximum length of a token in characters. It becomes part of a URL. */
const MAX_TOKEN_LENGTH = 4096;

/** Ports that a report uses. */
export interface ReportPorts {
  /** Sends an outcome to the service. */
  report: Report;
  /** The pause that the service has asked of the host's own reports. */
  pauses: { report: Pause };
  emit: Emit;
}

/**
 * Validates and sends an outcome of the host, and emits an event. If the service asks to wait, all further reports wait.
 *
 * @throws VaultError see `VaultBff.report`
 */
export async function report(ports: ReportPorts, outcome: Outcome, token: string): Promise<void> {
  assertReport(outcome, token);
  await ports.pauses.report.run(() => sendReport(ports, outcome, token));
}

/** Sends an outcome, and emits an event when the service has accepted it. @param fields further fields of the event */
export async function sendReport(
  ports: Pick<ReportPorts, 'report' | 'emit'>,
  outcome: Outcome,
  token: string,
  fields: { requestId?: string } = {},
): Promise<void> {
  await ports.report(outcome, token);
  ports.emit({ type: 'reported', outcome, ...fields });
}

/** @throws VaultError `validation_failed` if there is no such outcome, or if the text cannot be a token */
export function assertReport(outcome: string, token: string): asserts outcome is Outcome {
  if (!isOutcome(outcome)) {
    throw new VaultError('validation_failed', `An outcome is one of ${OUTCOMES.join(', ')}.`);
  }
  // Half a surrogate pair is in no URL, and would be another token once it is encoded.
  if (isPlaceholder(token) || token.length > MAX_TOKEN_LENGTH || /\p{Cs}/u.test(token)) {
    throw new VaultError('validation_failed', 'This is not an endlink token.');
  }
}
