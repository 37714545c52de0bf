import type { Outcome, RelayReply } from '../../protocol/index.ts';
import { relayRequest } from '../../protocol/schemas.ts';
import { acceptOutcome } from '../outcomes/accept-outcome.ts';
import { answerWithin } from '../outcomes/answer-within.ts';
import { forwardOutcome } from '../outcomes/forward-outcome.ts';
import type { ForwardedCaller, ForwardPorts } from '../outcomes/forward-outcome.ts';
import type { OutboxRow } from '../stores/outbox.ts';
import { parseBody, readObject } from './body.ts';
import { limitedAddressOf } from './client-address.ts';
import type { AddressPorts } from './client-address.ts';
import { givenIdOf, requestIdOf } from './request-id.ts';
import { jsonReply } from './replies.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';
import type { WebBackend } from './web-backend.ts';

/** Milliseconds for which a page waits for the answer of the service. After that, the reply is `accepted`. */
const ANSWER_TIMEOUT_MS = 1800;

/** Range of the seconds in `Retry-After`, after which a page may ask again. */
const MIN_ASK_SECONDS = 2;
const MAX_ASK_SECONDS = 60;

type RelayPorts = ForwardPorts &
  AddressPorts &
  Pick<WebBackend, 'requestLimits' | 'settings' | 'deliveries' | 'now'>;

/** Accepts the outcome of a page. The seller has no session with this backend; the token identifies the seller. */
export async function relay(
  ports: RelayPorts,
  request: RouteRequest,
  outcome: string,
): Promise<RouteResponse> {
  const startMs = performance.now();
  const { token, age_seconds: ageSeconds } = parseBody(relayRequest, await readObject(request));
  const { settings, deliveries, now } = ports;
  const caller = callerOf(ports, request);
  if (settings.relay === 'forward' || !deliveries) {
    const confirmed = await forwardOutcome(ports, { outcome, token }, caller);
    return reply('confirmed', confirmed);
  }
  try {
    const report = { outcome, token, ageSeconds };
    const accepted = await acceptOutcome(deliveries, report, caller);
    const row = await answerWithin(accepted, ANSWER_TIMEOUT_MS - (performance.now() - startMs));
    return replyOf(row, now());
  } catch (error) {
    caller.chargeRefusal(error);
    throw error;
  }
}

/** Describes the caller. It has no session, so its requests are counted by address. */
function callerOf(ports: RelayPorts, request: RouteRequest): ForwardedCaller {
  const { endlinks: limit } = ports.requestLimits;
  let address: string | undefined;
  return {
    askHost: ports.settings.mayReport,
    get request() {
      return request.webRequest;
    },
    countRequest() {
      address = limitedAddressOf(ports, request);
      limit.countRequest(address);
    },
    chargeRefusal: (error) => limit.chargeRefusal(address, error),
    requestId: () => requestIdOf(request),
    fields: givenIdOf(request),
  };
}

/** Answers with the state of a stored outcome. */
function replyOf({ name, state, settledAtMs, dueAtMs }: OutboxRow, nowMs: number): RouteResponse {
  const outcome = name as Outcome;
  if (state === 'confirmed') return reply('confirmed', outcome);
  // The delivery has ended, and it is not known whether the outcome was counted.
  if (settledAtMs !== undefined) return reply('unknown', outcome);
  const seconds = Math.ceil((dueAtMs - nowMs) / 1000) + 1;
  const askSeconds = Math.min(Math.max(seconds, MIN_ASK_SECONDS), MAX_ASK_SECONDS);
  return reply('accepted', outcome, { 'retry-after': String(askSeconds) });
}

const reply = (
  result: RelayReply['result'],
  outcome: Outcome,
  headers?: Record<string, string>,
): RouteResponse =>
  jsonReply(result === 'accepted' ? 202 : 200, { result, outcome } satisfies RelayReply, headers);
