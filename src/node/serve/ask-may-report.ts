import type { MayReportQuestion, ServiceTransport } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';

/** Maximum size of a response. Only its status counts. */
const MAX_BYTES = 64 * 1024;

/** Options of {@link askMayReport}. */
export interface MayReportOptions {
  /** The URL on the operator's server: https, or http on this machine. */
  url: string;
  /** Timeout of the request, in milliseconds. */
  timeoutMs: number;
  transport: ServiceTransport;
}

/**
 * Returns a `mayReport` option that sends `{"outcome", "token"}` to `url` with POST. A 2xx response allows the report, and 403 refuses it.
 *
 * The returned function throws a VaultError `store_unavailable` for any other response and for none. Its message is for the operator and contains no
 * token.
 * The outcome stays stored then, and is asked about again before it is delivered.
 */
export function askMayReport(
  options: MayReportOptions,
): (question: MayReportQuestion) => Promise<boolean> {
  return async ({ outcome, token }) => {
    const answer = await requestApproval(options, JSON.stringify({ outcome, token }));
    if (typeof answer === 'number') {
      if (answer >= 200 && answer < 300) return true;
      if (answer === 403) return false;
    }
    const reason = typeof answer === 'number' ? `responded with status ${answer}` : answer;
    throw new VaultError('store_unavailable', `VAULTLINK_MAY_REPORT_URL ${reason}.`);
  };
}

/** Returns the status of the response, or a description of the failure. Does not follow redirects, so that the token reaches no other server. */
async function requestApproval(
  { url, timeoutMs, transport }: MayReportOptions,
  body: string,
): Promise<number | string> {
  const headers = { 'content-type': 'application/json' };
  try {
    const { status } = await transport({
      ...{ method: 'POST', url, headers, body, timeoutMs },
      mostBytes: MAX_BYTES,
    });
    return status;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return isTimeout ? `did not respond within ${timeoutMs} ms` : 'cannot be reached';
  }
}
