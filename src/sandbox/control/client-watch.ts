import { sellersPacketOfToken } from '../market/market.ts';
import type { Market } from '../market/market.ts';
import type { LoggedRequest } from '../core/request-log.ts';

/** Watch over the client of one request, which may give up before the response. */
export interface ClientWatch {
  /** Returns the milliseconds of real time after which the client closed the connection; `undefined` while it waits. */
  gaveUpAfterMs(): number | undefined;
  /** Waits for `held` and settles as it does. Calls `onGivenUp` if the client gives up before, or has already. */
  during<T>(held: Promise<T>, onGivenUp: () => void): Promise<T>;
}

/**
 * Watches the client of a request from now on.
 *
 * @param signal signal of the request as the server passed it; `undefined` if the server has none
 */
export function watchClient(signal: AbortSignal | undefined): ClientWatch {
  const startedMs = performance.now();
  let afterMs: number | undefined;

  function gaveUpAfterMs(): number | undefined {
    if (signal?.aborted) afterMs ??= Math.round(performance.now() - startedMs);
    return afterMs;
  }

  return {
    gaveUpAfterMs,
    async during(held, onGivenUp) {
      const noteEnd = () => {
        gaveUpAfterMs();
        onGivenUp();
      };
      if (signal?.aborted) noteEnd();
      else signal?.addEventListener('abort', noteEnd);
      try {
        return await held;
      } finally {
        signal?.removeEventListener('abort', noteEnd);
      }
    },
  };
}

/**
 * Says that the client gave up, and which outcome its request has recorded.
 *
 * @param isHeld whether the request may still reach the service
 */
export function givenUpText(
  market: Market,
  entry: LoggedRequest,
  afterMs: number,
  isHeld = false,
): string {
  const result = resultText(market, entry, isHeld);
  return `The client gave up after ${afterMs} ms, before the answer.${result}`;
}

/** Says which outcome the marketplace has recorded for this request: a sentence that begins with a space, or an empty string. */
function resultText(market: Market, entry: LoggedRequest, isHeld: boolean): string {
  const isUnseen = isHeld && entry.reason === null;
  if (entry.outcome === null) {
    return isUnseen ? ' The service has not seen the request so far: it is still held.' : '';
  }
  if (isUnseen) return ' This request has recorded no outcome so far: it is still held.';
  const token = market.tokens.get(entry.token ?? '');
  const isRecorded =
    token && sellersPacketOfToken(market, token)?.decidedByRequest === entry.number;
  return ` This request recorded ${isRecorded ? `the outcome ${entry.outcome}` : 'no outcome'}.`;
}
