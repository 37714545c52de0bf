/**
 * The part for reports that go through the buyer's own server.
 *
 * @module
 */
import type { VaultErrorCode } from '../../protocol/errors.ts';
import type { Answer } from './lifecycle.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import type { UnsettledRecord } from './record.ts';
import { relayRequest } from './relay-request.ts';
import { request } from './transport.ts';

/** Error codes with which a relay says something about a report. Any other error says nothing about it. */
const REFUSALS: readonly unknown[] = [
  'outcome_rejected',
  'outcome_locked',
  'outcome_unknown',
  'rate_limited',
] satisfies VaultErrorCode[];

/** Maps a result or an error code of a relay to the state of its delivery. `confirmed` is missing: the HTTP status is enough. */
const DELIVERIES: Record<string, Answer['delivery']> = {
  accepted: 'accepted',
  unknown: 'ended',
  outcome_locked: 'taken',
};

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['relay'] {
  const { options } = engine;
  // A browser refuses a request with a body while too many bytes of requests with keepalive are on their way, such as those of an analytics
  // script: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
  let keepalive = true;
  // A backend of an earlier version refuses a body with the age.
  let sendsAge = true;

  async function send(record: UnsettledRecord): Promise<Answer> {
    const { outcome, token, capturedAtMs, state } = record;
    const isUnsent = !navigator.onLine;
    // An outcome that is accepted is safe there, so a buyer has nothing to mend.
    const isQuestion = state === 'accepted';
    const ageSeconds = Math.max(0, Math.floor((Date.now() - capturedAtMs) / 1000));
    const { url, init } = relayRequest(options, outcome, token, sendsAge ? ageSeconds : undefined);
    try {
      const answer = await request(url, { ...init, keepalive }, isFromRelay);
      const { result, error } = parseBody(answer.body);
      if (error === 'invalid_request' && sendsAge) {
        sendsAge = false;
        return await send(record);
      }
      if (!answer.status && !isQuestion)
        explain(engine, 'relay-answer', { url, body: answer.body ?? '' });
      return answer.status ? { ...answer, delivery: DELIVERIES[String(result ?? error)] } : answer;
    } catch {
      // The browser does not say why: the next attempt goes without keepalive, the one after that with it.
      keepalive = !keepalive;
      if (!isUnsent && !isQuestion) explain(engine, 'relay-unreachable', { url });
      return { status: 0, isUnsent };
    }
  }
  return { send };
}

/** A page of its own that a server shows for any address, a proxy or a service worker confirms nothing and refuses nothing. */
function isFromRelay({ ok }: Response, body: string): boolean {
  const { result, error } = parseBody(body);
  return ok
    ? result === 'confirmed' || result === 'accepted' || result === 'unknown'
    : REFUSALS.includes(error);
}

function parseBody(body = ''): { result?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(body)) as { result?: unknown; error?: unknown };
  } catch {
    return {};
  }
}
