import { outcomeUrl } from '../../protocol/endlink.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import type { Via } from './options.ts';
import type { EndlinkRecord } from './record.ts';
import type { Answer } from './life.ts';
import { ask, TIMEOUT_MS } from './ask.ts';

/**
 * Sends one report and reads its answer. Never throws.
 *
 * A plain GET without a header of its own needs no preflight.
 *
 * @see interface §4.4
 */
export async function send(
  { options, load }: EndlinkEngine,
  { outcome, token }: EndlinkRecord,
  via: Via | undefined,
): Promise<Answer> {
  const { baseUrl, test } = options;
  const isRelay = via === 'relay';
  let unsent = true;
  try {
    // On the way that every report takes, no byte more than this. What is not https is looked at where there is room to explain.
    // eslint-disable-next-line @typescript-eslint/prefer-string-starts-ends-with
    if (test || !(isRelay || /^https:/.test(baseUrl!))) {
      const answer = (await load('diagnostics'))!.answer(test, baseUrl);
      if (answer) return answer;
    }
    // A part that cannot be had throws, before anything has left.
    const { relay } = (isRelay && (await load('relay'))) as Parts['relay'];
    unsent = !navigator.onLine;
    if (isRelay) return await relay(options, outcome!, token);
    if (via !== 'redirect') {
      return await ask(outcomeUrl(baseUrl!, outcome!, token), { credentials: 'omit' });
    }
    location.replace(outcomeUrl(baseUrl!, `${outcome!}.html`, token));
    // The page is on its way out. Where it is not (no answer, or one without a page), nothing is known.
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    // The next attempt must not overlap with this one.
    stop();
  } catch {
    // There is no answer that could be read.
  }
  return { status: 0, unsent };
}
