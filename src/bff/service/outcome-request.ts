import { outcomeUrl, VaultError } from '../../protocol/index.ts';
import type { Outcome, VaultErrorCode } from '../../protocol/index.ts';
import { TIMEOUT_MS } from '../config/bounds.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { addressOf, errorOf, send } from './request.ts';

/**
 * Reports how a seller's visit ended, once; it resolves when the service has accepted it.
 *
 * @throws VaultError `outcome_rejected` (the service refused), `outcome_unknown` (it may or may not have counted it), `rate_limited` (it did not:
 *   to be tried again)
 * @see interface §4.4
 */
export type Report = (outcome: Outcome, token: string) => Promise<void>;

/**
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` where the address of the service is none
 */
export function createReport(service: ServiceOptions, now: () => number = Date.now): Report {
  const address = addressOf(service);
  const timeoutMs = service.timeoutMs ?? TIMEOUT_MS.byDefault;
  return async (outcome, token) => {
    const answer = await send(
      service,
      addressFor(address, outcome, token),
      { cache: 'no-store' },
      timeoutMs,
    ).catch(() => undefined);
    // The status decides, even where the body behind it breaks off; it is read, so that the connection can be used again.
    if (answer?.response.ok) return;
    if (!answer) {
      throw new VaultError('outcome_unknown', 'The service did not answer to the report.');
    }
    const { response, text = '' } = answer;
    const error = errorOf(response, text, [token, encodeURIComponent(token)], now());
    const { status, message, messages, retryAfterSeconds } = error;
    throw new VaultError(codeOf(response.status), message, {
      ...(status && { status }),
      messages,
      retryAfterSeconds,
    });
  };
}

/** @throws VaultError `invalid_request` where the token can stand in no URL */
function addressFor(address: string, outcome: Outcome, token: string): string {
  try {
    return outcomeUrl(address, outcome, token);
  } catch {
    throw new VaultError('invalid_request', 'This is no endlink token.');
  }
}

/** @see ASSUMPTIONS.endlinkErrorStatus */
function codeOf(status: number): VaultErrorCode {
  if (status === 425 || status === 429) return 'rate_limited';
  if (status === 408) return 'outcome_unknown';
  return status >= 400 && status < 500 ? 'outcome_rejected' : 'outcome_unknown';
}
