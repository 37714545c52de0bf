import { outcomeUrl } from '../../protocol/endlink.ts';
import type { Load } from './parts.ts';
import type { EndlinkOptions, Via } from './options.ts';
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
  options: EndlinkOptions,
  load: Load,
  { outcome, token }: EndlinkRecord,
  via: Via | undefined,
): Promise<Answer> {
  const { baseUrl, test } = options;
  let unsent = true;
  try {
    // On the way that every report takes, no byte more than this. What is not https is looked at where there is room to explain.
    const part =
      !test && via === 'relay'
        ? via
        : // eslint-disable-next-line @typescript-eslint/prefer-string-starts-ends-with
          (test || !/^https:/.test(baseUrl!)) && 'diagnostics';
    // A part that cannot be had throws, before anything has left.
    const answer = part && (await (await load(part))!.answer(options, outcome!, token));
    if (answer) return answer;
    unsent = !navigator.onLine;
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
