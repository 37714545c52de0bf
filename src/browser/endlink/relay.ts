/**
 * The part for reports that go through the buyer's own server.
 *
 * @module
 */
import type { VaultErrorCode } from '../../protocol/errors.ts';
import { REQUEST_HEADER } from '../../protocol/local.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { request } from './transport.ts';

/** Error codes with which a relay refuses a report. Any other error says nothing about the report. */
const REFUSALS: readonly unknown[] = [
  'outcome_rejected',
  'outcome_unknown',
  'rate_limited',
] satisfies VaultErrorCode[];

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['relay'] {
  const { options } = engine;
  // A browser refuses a request with a body while too many bytes of requests with keepalive are on their way, such as those of an analytics
  // script: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
  let keepalive = true;
  return {
    async send({ outcome, token }) {
      const isUnsent = !navigator.onLine;
      const init = {
        method: 'POST',
        keepalive,
        headers: {
          'content-type': 'application/json',
          [REQUEST_HEADER.name]: REQUEST_HEADER.value,
        },
        body: JSON.stringify({ token }),
      };
      const url = `${options.relayUrl || '/vault/endlinks'}/${outcome}`;
      try {
        const answer = await request(url, init, isFromRelay);
        if (!answer.status) explain(engine, { kind: 'no relay', url, body: answer.body ?? '' });
        return { ...answer, isAccepted: resultOf(answer.body) === 'accepted' && answer.status > 0 };
      } catch {
        // The browser does not say why: the next attempt goes without keepalive, the one after that with it.
        keepalive = !keepalive;
        if (!isUnsent) explain(engine, { kind: 'unreachable relay', url });
        return { status: 0, isUnsent };
      }
    },
  };
}

/** A page of its own that a server shows for any address, a proxy or a service worker confirms nothing and refuses nothing. */
function isFromRelay({ ok }: Response, body: string): boolean {
  const { result, error } = parseBody(body);
  return ok ? result === 'confirmed' || result === 'accepted' : REFUSALS.includes(error);
}

const resultOf = (body = '') => parseBody(body).result;

function parseBody(body: string): { result?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(body)) as { result?: unknown; error?: unknown };
  } catch {
    return {};
  }
}
