import type { Answer } from './life.ts';

/** How long a request may take until its answer is given up. */
export const TIMEOUT_MS = 10_000;

/** How much of an answer's body is kept for the buyer's log, in characters. */
const BODY_LENGTH = 1000;

/**
 * Makes one request and reads its answer. `keepalive` lets it outlive the page.
 *
 * @param isTheirs whether who was asked has answered, and nothing in between. Default: whether it came from another origin, with CORS
 * @throws TypeError where there is no readable answer, and what `fetch` throws
 */
export async function ask(
  url: string,
  init?: RequestInit,
  isTheirs?: (response: Response, body: string) => boolean,
): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    cache: 'no-store',
    keepalive: true,
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // What a service worker has made, or kept from the page's own origin, is no answer of the service. The status decides: a body that breaks off takes nothing back.
  const body = await response.text().catch(() => '');
  return {
    status: (isTheirs ? isTheirs(response, body) : response.type === 'cors') ? response.status : 0,
    retryAfter: response.headers.get('retry-after'),
    body: body.slice(0, BODY_LENGTH),
  };
}
