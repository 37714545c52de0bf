import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { MayReportQuestion } from '../config/bff-options.ts';
import type { Emit } from '../events.ts';
import { placeOf } from '../failure.ts';
import { settleWithin } from '../sleep.ts';

/** Asks the host whether an outcome may be reported. Its answer is unchecked. */
export type AskHost = (question: MayReportQuestion) => unknown;

/** Decision of the host about an outcome. */
export interface Approval {
  /** `unanswered`: `mayReport` returned neither `true` nor `false`, threw an error, or took too long. */
  verdict: 'approved' | 'refused' | 'unanswered';
  /** Return value of `mayReport`, if it was neither `true` nor `false`. JSON. */
  context?: unknown;
  /** A sentence for the operator without a token, if there is no answer. */
  reason?: string | undefined;
}

/** Asks the host. Only `true` approves, and only `false` refuses. Never rejects. */
export async function askForApproval(
  askHost: AskHost,
  question: MayReportQuestion,
  timeoutMs: number,
): Promise<Approval> {
  const answer = await settleWithin(ask(askHost, question), timeoutMs);
  const failure = answer === 'late' ? `It did not return within ${timeoutMs} ms.` : answer.failure;
  const value = answer === 'late' ? undefined : answer.value;
  if (value === true) return { verdict: 'approved' };
  if (value === false) return { verdict: 'refused' };
  const reason = failure ?? `It returned ${nameOf(value)}, not true or false.`;
  return { verdict: 'unanswered', context: jsonOf(value), reason };
}

/** Returns what can be stored of a value; `undefined` if it cannot. */
function jsonOf(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Creates the error for an outcome that the host has refused. */
export const refusedByHost = (): VaultError =>
  new VaultError('outcome_rejected', 'The outcome was refused before it was sent.');

/** Emits that the host gave no answer. @param consequence a clause, such as "so nothing was sent" */
export function emitUnanswered(
  emit: Emit,
  { reason = '' }: Approval,
  consequence: string,
  requestId?: string,
): void {
  const detail = `mayReport gave no answer, ${consequence}. ${reason}`;
  const failure = { where: 'may-report', code: 'store_unavailable', detail } as const;
  emit({ type: 'failed', ...failure, ...(requestId !== undefined && { requestId }) });
}

/** Result of `mayReport`, or the reason why there is none. */
interface HostAnswer {
  value?: unknown;
  failure?: string;
}

async function ask(askHost: AskHost, question: MayReportQuestion): Promise<HostAnswer> {
  try {
    return { value: await askHost(question) };
  } catch (error) {
    return { failure: isVaultError(error) ? error.message : `It threw: ${placeOf(error)}` };
  }
}

/** Names the kind of a value. Leaves out the value, which may contain the token. */
const nameOf = (value: unknown): string =>
  value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
