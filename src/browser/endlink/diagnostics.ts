/**
 * The part that tells a buyer what is wrong and how to mend it, and plays the dry run. Loaded only then.
 *
 * @module
 */
import { isOutcome, isServiceUrl, OUTCOMES } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from './parts.ts';
import type { Answer } from './life.ts';
import type { EndlinkOptions } from './options.ts';

/** Where a placeholder comes from, by how it looks, and what to do in that tool. */
const TOOLS: [RegExp, string][] = [
  [/^(undefined|null)?$/, 'It has no value: look where the page that leads here takes it from.'],
  [
    /^\$\{e:/i,
    'Qualtrics: add an Embedded Data field of exactly this name at the top of the Survey Flow.',
  ],
  [/^\$\{/, 'QuestionPro: pass the token in as custom1 and write ${custom1}.'],
  [
    /^\{\{\s*endlink_token/,
    'The marketplace fills in {{endlink_token}} only in the URL of the endlink question itself.',
  ],
  [/^\{\{/, 'Typeform: pick the hidden field with "recall information" instead of typing it.'],
  [/^\[url\(/i, 'Alchemer: the name inside [url("…")] must be that of the URL variable.'],
  [/^\{PASSTHRU:/i, 'LimeSurvey: add the parameter under Settings, Panel integration.'],
  [/^\{/, 'SurveyJS or Jotform: there is no variable or field of this name.'],
  [/^@/, 'Tally: pick the field from the @ menu; typed text is not replaced.'],
  [/^#recall/, 'Formbricks: add the hidden field, then pick it with @.'],
  [/^\[?%/, 'A panel’s variable: only the panel that defines it fills it in.'],
];

/** What a dry run answers, by the value of `data-test`; any other value is confirmed. */
const SCRIPT: Record<string, Answer> = {
  rejected: { status: 400, body: 'dry run: the service refused' },
  spent: { status: 422, body: 'dry run: the token was used before' },
  expired: { status: 422, body: 'dry run: the token has expired' },
  offline: { status: 0, unsent: true },
  cors: { status: 0 },
};

const engine = window.vaultlink as EndlinkEngine;
const told = new Set<string>();

/** Prints a sentence, once. */
function warn(sentence: string): void {
  if (!told.has(sentence)) console.warn(`[vaultlink] ${sentence}`);
  told.add(sentence);
}

function quote(value: unknown): string {
  try {
    return `"${String(value).slice(0, 60)}"`;
  } catch {
    // An object may have nothing that makes text of it.
    return 'of that kind';
  }
}

/** Says why a report was not made, or not as asked for. @param emit dispatches an event */
export function explain(
  outcome: unknown,
  locked: string | undefined,
  emit: (type: string) => void,
): void {
  if (!engine.token()) {
    emit('endlink-missing');
    warn(
      'Nothing was reported: this tab has no endlink token. Did the seller land on a page with the script tag, on this same origin? ' +
        'Another host receives the token only if data-carry names it.',
    );
  } else if (locked && isOutcome(outcome)) {
    warn(`The outcome is ${quote(locked)} and stays so: ${quote(outcome)} came later.`);
  } else {
    warn(`There is no outcome ${quote(outcome)}. Use one of: ${OUTCOMES.join(', ')}.`);
  }
}

/** Answers where nothing is to be sent: the dry run by its script, a wrong address with an explanation. Else there is no answer yet. */
export function answer({ test, baseUrl = '' }: EndlinkOptions): Answer | undefined {
  if (!test) {
    if (isServiceUrl(baseUrl)) return undefined;
    warn(
      `Nothing was sent: data-base-url is ${quote(baseUrl)} and must be an absolute https address (or http on localhost), without query ` +
        'and hash. The outcome is kept, and is sent once the address is right.',
    );
    return { status: 0, unsent: true };
  }
  warn(`Dry run (data-test=${quote(test)}): nothing is sent.`);
  addEventListener('pagehide', forget);
  dryAttempts += 1;
  return SCRIPT[test] ?? { status: 200, body: 'dry run' };
}

/** How many attempts of this page have not left. */
let dryAttempts = 0;

/** A dry run ends with its page, so that it can be repeated and never locks a real outcome. A report that had left before it stays open. */
function forget(): void {
  const record = engine.record();
  if (!record) return;
  const { token, sellerId, interactionId, query, capturedAtMs, previous, outcome, via } = record;
  const landed = { token, sellerId, interactionId, query, capturedAtMs, previous };
  const attempts = (record.attempts ?? 0) - dryAttempts;
  dryAttempts = 0;
  engine.record(
    attempts > 0
      ? { ...landed, outcome, via, attempts, state: 'unknown', ambiguous: true }
      : { ...landed, state: 'waiting' },
  );
}

if (engine.placeholder !== undefined) {
  const found = engine.placeholder;
  const fix = TOOLS.find(([pattern]) => pattern.test(found))?.[1];
  warn(
    `The address of this page has ${quote(found)} where the endlink token belongs: a variable that was not filled in. ` +
      (fix ?? 'Look how the survey tool fills in this parameter.'),
  );
}

if (document.querySelectorAll('script[src*="vaultlink.js"]').length > 1) {
  warn('The script tag is on this page more than once: the first one counts, with its attributes.');
}
