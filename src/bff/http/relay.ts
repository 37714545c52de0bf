import { isOutcome, isPlaceholder, OUTCOMES, VaultError } from '../../protocol/index.ts';
import type { Outcome, RelayReply } from '../../protocol/index.ts';
import { relayRequest } from '../../protocol/schemas.ts';
import type { Backend } from '../backend.ts';
import type { WebBackend } from './web-backend.ts';
import { readObject } from './body.ts';
import { limitedAddressOf } from './client-address.ts';
import { assertMayReport } from './may-report.ts';
import { parseBody } from './parse-body.ts';
import { givenIdOf } from './request-id.ts';
import { jsonReply } from './replies.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Maximum length of a token in characters. It becomes part of a URL. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Reports an outcome for a page. Sellers who take a survey have no session: the token identifies them.
 *
 * If `mayReport` refuses the outcome, nothing is sent, and the page receives the same error as from the service: `outcome_rejected`. If `mayReport`
 * gives no answer, nothing is sent either, and the page retries.
 */
export async function relay(
  backend: WebBackend,
  request: RouteRequest,
  outcome: string,
): Promise<RouteResponse> {
  const { token } = parseBody(relayRequest, await readObject(request));
  assertReport(outcome, token);
  const { pauses, tokenPauses } = backend;
  pauses.report.assertOver();
  tokenPauses.assertOver(token);
  const { endlinks: limit } = backend.requestLimits;
  const address = limitedAddressOf(backend, request);
  limit.countRequest(address);
  await assertMayReport(backend, request, outcome, token);
  pauses.report.assertOver();
  // Only this token waits for what the service asks: anybody can send any token.
  const sending = tokenPauses.run(token, () =>
    sendReport(backend, outcome, token, givenIdOf(request)),
  );
  await sending.catch((error: unknown) => {
    limit.chargeRefusal(address, error);
    throw error;
  });
  return jsonReply(200, { result: 'confirmed', outcome } satisfies RelayReply);
}

/**
 * Validates and sends an outcome of the host, and emits an event. If the service asks to wait, all further reports wait.
 *
 * @throws VaultError see `VaultBff.report`
 */
export async function report(backend: Backend, outcome: Outcome, token: string): Promise<void> {
  assertReport(outcome, token);
  await backend.pauses.report.run(() => sendReport(backend, outcome, token));
}

async function sendReport(
  backend: Backend,
  outcome: Outcome,
  token: string,
  fields: { requestId?: string } = {},
): Promise<void> {
  await backend.report(outcome, token);
  backend.emit({ type: 'reported', outcome, ...fields });
}

function assertReport(outcome: string, token: string): asserts outcome is Outcome {
  if (!isOutcome(outcome)) {
    throw new VaultError('invalid_request', `An outcome is one of ${OUTCOMES.join(', ')}.`);
  }
  if (isPlaceholder(token) || token.length > MAX_TOKEN_LENGTH) {
    throw new VaultError('invalid_request', 'This is not an endlink token.');
  }
}
