import type { VaultBffOptions } from '../../bff/index.ts';
import { VaultError } from '../../protocol/index.ts';
import type { ServiceFetch } from '../http/undici-fetch.ts';

/** What {@link askMayReport} works with. */
export interface MayReportOptions {
  /** Your own address, https, or http on this machine. */
  url: string;
  /** For how long an answer is waited for, in milliseconds. */
  timeoutMs: number;
  fetch: ServiceFetch;
  /** Called where it is not known whether an outcome may be reported, with a sentence for the operator that holds no token. */
  onUnknown: (sentence: string) => void;
}

/**
 * Returns the option `mayReport` of a backend that asks `url` with a POST of `{"outcome", "token"}`: 2xx is a yes, and 403 is a no.
 *
 * What it returns throws a VaultError `store_unavailable` at any other answer and where there is none: the page tries again, and nothing is lost.
 */
export function askMayReport(options: MayReportOptions): NonNullable<VaultBffOptions['mayReport']> {
  return async (_request, outcome, token) => {
    const answer = await statusOf(options, JSON.stringify({ outcome, token }));
    if (typeof answer === 'number') {
      if (answer >= 200 && answer < 300) return true;
      if (answer === 403) return false;
    }
    options.onUnknown(
      `VAULTLINK_MAY_REPORT_URL ${typeof answer === 'number' ? `answers with status ${answer}` : answer}.`,
    );
    throw new VaultError(
      'store_unavailable',
      'It is not known at the moment whether this outcome may be reported.',
    );
  };
}

/** The status of the answer, or what happened instead. A redirect is an answer: the token goes nowhere else. */
async function statusOf(
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
    // A body that nobody reads would hold its connection.
    await response.text();
    return response.status;
  } catch {
    return timeout.signal.aborted ? `does not answer within ${timeoutMs} ms` : 'cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}
