import type { VaultBffOptions } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';
import type { ServiceFetch } from '../http/undici-fetch.ts';

/** Options of {@link askMayReport}. */
export interface MayReportOptions {
  /** The URL on the operator's server: https, or http on this machine. */
  url: string;
  /** Timeout of the request, in milliseconds. */
  timeoutMs: number;
  fetch: ServiceFetch;
}

/**
 * Returns a `mayReport` option that sends `{"outcome", "token"}` to `url` with POST. A 2xx response allows the report, and 403 refuses it.
 *
 * The returned function throws a VaultError `store_unavailable` for any other response and for none. Its message is for the operator and contains no
 * token. The page then retries, so no outcome is lost.
 */
export function askMayReport(options: MayReportOptions): NonNullable<VaultBffOptions['mayReport']> {
  return async (_request, outcome, token) => {
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
  { url, timeoutMs, fetch }: MayReportOptions,
  body: string,
): Promise<number | string> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: timeout.signal,
    });
    // An unread body would keep the connection busy.
    await response.text();
    return response.status;
  } catch {
    return timeout.signal.aborted ? `did not respond within ${timeoutMs} ms` : 'cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}
