import { outcomeUrl } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from './parts.ts';
import type { Via } from './options.ts';
import type { EndlinkRecord } from './record.ts';
import type { Answer } from './life.ts';

/** How long a request may take until its answer is given up. */
const TIMEOUT_MS = 10_000;

/** How much of an answer's body is kept for the buyer's log, in characters. */
const BODY_LENGTH = 1000;

/**
 * Sends one report and reads its answer. Never throws.
 *
 * A plain GET without a header of its own needs no preflight, and `keepalive` lets it outlive the page.
 *
 * @see interface §4.4
 */
export async function send(
  { options, load }: EndlinkEngine,
  { outcome, token }: EndlinkRecord,
  via: Via | undefined,
): Promise<Answer> {
  const { baseUrl = '', relayUrl = '/vault/endlinks', test } = options;
  const isRelay = via === 'relay';
  const unsent = !navigator.onLine;
  try {
    // On the way that every report takes, no byte more than this. What is not https is looked at where there is room to explain.
    if (test || !(isRelay || baseUrl.startsWith('https:'))) {
      const answer = (await load('diagnostics'))!.answer(test, baseUrl);
      if (answer) return answer;
    }
    if (via === 'redirect') {
      location.replace(outcomeUrl(baseUrl, outcome!, token, '.html'));
      // The page is on its way out. Where it is not (an answer without a page), nothing is known.
      await new Promise((_, reject) => setTimeout(reject, TIMEOUT_MS));
    }
    const response = await fetch(
      isRelay ? relayUrl + '/' + outcome : outcomeUrl(baseUrl, outcome!, token),
      {
        ...(isRelay
          ? {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-vaultlink': '1' },
              body: JSON.stringify({ token }),
            }
          : { credentials: 'omit' }),
        keepalive: true,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    return {
      // What a service worker has made, or kept from the page's own origin, is no answer of the service.
      status: isRelay || response.type === 'cors' ? response.status : 0,
      // The status alone decides: a body that breaks off takes nothing back.
      body: (await response.text().catch(() => '')).slice(0, BODY_LENGTH),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return { status: 0, unsent };
  }
}
