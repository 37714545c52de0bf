import { distanceBetween } from '../options/likely-name.ts';
import { CAUSE_HELP, fillIn } from '../protocol/cause-help.ts';
import { OUTCOMES, type Outcome } from '../protocol/endlink.ts';
import { unfilledVariable } from '../recipes/index.ts';
import type { MistakenReport } from './observations.ts';
import type { Details } from './verdict.ts';

/** Matches the paths of the service's endpoints for outcomes, under any base URL. @see interface §4.4 */
export const ENDPOINT = /\/api\/v3\/endlinks\/(complete|fail|quota_full|screenout)(\.html)?$/;

/** Matches the paths that resemble them. */
export const LIKE_ENDPOINT = /\/endlinks\//i;

/** Words that people write for an outcome, and that share too few letters with it. */
const SYNONYMS: Readonly<Record<string, Outcome>> = {
  done: 'complete',
  finish: 'complete',
  finished: 'complete',
  success: 'complete',
  failure: 'fail',
  over_quota: 'quota_full',
  overquota: 'quota_full',
  quota: 'quota_full',
  disqualified: 'screenout',
  terminate: 'screenout',
  terminated: 'screenout',
};

/** Returns the outcome that the last part of a path most likely stands for, in any case and with any ending: `Completed`, `quota-full.php`. */
export function likelyOutcome(path: string): Outcome | undefined {
  const [, last = ''] = /([^/]*)\/*$/.exec(path) ?? [];
  const word = last
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[\s-]|%20/g, '_');
  if (Object.hasOwn(SYNONYMS, word)) return SYNONYMS[word];
  const letters = lettersOf(word);
  return OUTCOMES.find((outcome) => {
    const wanted = lettersOf(outcome);
    const isBeginning = letters.startsWith(wanted) && letters.length <= wanted.length + 3;
    // Short words such as "fail" are too near to others: "tail", "file".
    const most = wanted.length < 8 ? 0 : 2;
    return isBeginning || distanceBetween(letters, wanted) <= most;
  });
}

const lettersOf = (word: string) => word.replaceAll('_', '');

type MistakenReportCause =
  | 'report-placeholder'
  | 'report-word'
  | 'report-path'
  | 'report-method'
  | 'report-token'
  | 'report-elsewhere';

const WRONG_TOKENS = {
  unknown: 'its token was never issued',
  empty: 'its service_endlink_token is empty',
  missing: 'it has no service_endlink_token',
} as const;

/** Returns the mistake in a request that was meant as a report, and the right request. */
export function explainMistakenReport({
  address,
  method,
  status,
  placeholder,
  token,
  tokenParam,
}: MistakenReport): readonly [MistakenReportCause, Details] {
  if (placeholder !== undefined)
    return ['report-placeholder', { address, ...detailsOfPlaceholder(placeholder, tokenParam) }];
  const { origin, pathname } = new URL(address);
  const base = origin + pathname.replace(/\/+(api\/+v?\d*\/+)?endlinks\/.*$/i, '');
  const outcome = likelyOutcome(pathname);
  const right = `${LIKE_ENDPOINT.test(pathname) ? base : origin}/api/v3/endlinks/${outcome ?? 'complete'}`;
  if (ENDPOINT.test(pathname) && method !== 'GET')
    return ['report-method', { method, address, status, right }];
  if (ENDPOINT.test(pathname))
    return token === undefined
      ? ['report-elsewhere', { address }]
      : ['report-token', { address, what: WRONG_TOKENS[token] }];
  const [, word = ''] = /([^/]*)\/*$/.exec(pathname) ?? [];
  const isOutcomeWord = (OUTCOMES as readonly string[]).includes(word.replace(/\.html$/, ''));
  const isWordWrong = LIKE_ENDPOINT.test(pathname) && !isOutcomeWord;
  const meant = outcome ? `. It is called "${outcome}"` : '';
  return isWordWrong
    ? ['report-word', { address, word, meant, right }]
    : ['report-path', { address, right }];
}

function detailsOfPlaceholder(value: string, tokenParam: string | undefined): Details {
  const { text = value, advice = '' } = unfilledVariable(value, tokenParam) ?? {};
  return { text, advice: advice && ` ${advice}` };
}

/** Returns the variable in the place of a token, and what to write there; `undefined` if the value may be a token. */
export function explainPlaceholder(value: string): { text: string; remedy: string } | undefined {
  const found = unfilledVariable(value);
  const { remedy } = CAUSE_HELP['report-placeholder'];
  return (
    found && { text: found.text, remedy: fillIn(remedy, detailsOfPlaceholder(value, undefined)) }
  );
}
