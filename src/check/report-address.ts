import { distanceBetween } from '../options/likely-name.ts';
import { OUTCOMES, type Outcome } from '../protocol/endlink.ts';
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

type MistakenReportCause = 'report-word' | 'report-path' | 'report-method' | 'report-elsewhere';

/** Returns the mistake in a request that was meant as a report, and the right request. */
export function explainMistakenReport({
  address,
  method,
  status,
}: MistakenReport): readonly [MistakenReportCause, Details] {
  const { origin, pathname } = new URL(address);
  const base = origin + pathname.replace(/\/+(api\/+v?\d*\/+)?endlinks\/.*$/i, '');
  const outcome = likelyOutcome(pathname);
  const right = `${LIKE_ENDPOINT.test(pathname) ? base : origin}/api/v3/endlinks/${outcome ?? 'complete'}`;
  if (ENDPOINT.test(pathname))
    return method === 'GET'
      ? ['report-elsewhere', { address }]
      : ['report-method', { method, address, status, right }];
  const [, word = ''] = /([^/]*)\/*$/.exec(pathname) ?? [];
  const isOutcomeWord = (OUTCOMES as readonly string[]).includes(word.replace(/\.html$/, ''));
  const isWordWrong = LIKE_ENDPOINT.test(pathname) && !isOutcomeWord;
  const meant = outcome ? `. It is called "${outcome}"` : '';
  return isWordWrong
    ? ['report-word', { address, word, meant, right }]
    : ['report-path', { address, right }];
}
