import { isVaultError, outcomeUrl, VaultError } from '../../protocol/index.ts';
import type { Outcome, VaultErrorCode } from '../../protocol/index.ts';
import { TIMEOUT_MS } from '../config/bounds.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { addressOf, asUnsent, errorOf, isSuccess, isUnsent, send } from './request.ts';

/**
 * Reports how a seller's visit ended, in one request. Resolves when the service has accepted the outcome.
 *
 * @throws VaultError `outcome_rejected` (the service refused), `outcome_unknown` (the service may or may not have counted it), `rate_limited` (the
 *   service did not count it: retry)
 * @see interface §4.4
 */
export type Report = (outcome: Outcome, token: string) => Promise<void>;

/**
 * Creates a {@link Report}.
 *
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` if the URL of the service is invalid
 */
export function createReport(service: ServiceOptions, now: () => number = Date.now): Report {
  const address = addressOf(service);
  const timeoutMs = service.timeoutMs ?? TIMEOUT_MS.byDefault;
  return async (outcome, token) => {
    const url = addressFor(address, outcome, token);
    const request = { method: 'GET', url, headers: {}, timeoutMs } as const;
    const response = await send(service, request).catch(withoutAnswer);
    // Only the status matters, even if the body is cut off. The body is read so that the connection can be reused.
    if (isSuccess(response)) return;
    const error = errorOf(response, response.text ?? '', [token, encodeURIComponent(token)], now());
    const { status, message, messages, retryAfterSeconds } = error;
    throw new VaultError(codeOf(response.status), message, {
      ...(status && { status }),
      messages,
      retryAfterSeconds,
    });
  };
}

/** @throws VaultError `outcome_unknown`, which is marked if the request was certainly never sent */
function withoutAnswer(reason: unknown): never {
  const error = new VaultError('outcome_unknown', 'The service did not respond to the report.');
  throw isVaultError(reason) && isUnsent(reason) ? asUnsent(error) : error;
}

/** @throws VaultError `invalid_request` if the token cannot be part of a URL */
function addressFor(address: string, outcome: Outcome, token: string): string {
  try {
    return outcomeUrl(address, outcome, token);
  } catch {
    throw new VaultError('invalid_request', 'This is not an endlink token.');
  }
}

/** @see ASSUMPTIONS.endlinkErrorStatus */
function codeOf(status: number): VaultErrorCode {
  if (status === 425 || status === 429) return 'rate_limited';
  if (status === 408) return 'outcome_unknown';
  return status >= 400 && status < 500 ? 'outcome_rejected' : 'outcome_unknown';
}
