import { distanceBetween } from '../options/likely-name.ts';
import { OUTCOMES, type Outcome } from '../protocol/endlink.ts';
import type { MistakenReport } from './observations.ts';

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

/** Returns the mistake in a request that was meant as a report, and the right request. */
export function explainMistakenReport({ address, method, status }: MistakenReport): {
  cause: string;
  remedy: string;
} {
  const { origin, pathname } = new URL(address);
  const base = origin + pathname.replace(/\/+(api\/+v?\d*\/+)?endlinks\/.*$/i, '');
  const outcome = likelyOutcome(pathname);
  const right = `${LIKE_ENDPOINT.test(pathname) ? base : origin}/api/v3/endlinks/${outcome ?? 'complete'}`;
  const remedy = `Send GET ${right}?service_endlink_token=… for the outcome "${outcome ?? 'complete'}". The outcomes are: ${OUTCOMES.join(', ')}.`;
  if (ENDPOINT.test(pathname))
    return {
      cause: `${method} ${address} reports nothing (status ${status}): the service takes GET alone, with the token in the address.`,
      remedy,
    };
  const [, word = ''] = /([^/]*)\/*$/.exec(pathname) ?? [];
  const isOutcomeWord = (OUTCOMES as readonly string[]).includes(word.replace(/\.html$/, ''));
  const isWordWrong = LIKE_ENDPOINT.test(pathname) && !isOutcomeWord;
  return {
    cause: isWordWrong
      ? `A report went to ${address}, but "${word}" is no outcome${outcome ? `. It is called "${outcome}"` : ''}.`
      : `A report went to ${address}, which is no address of the service.`,
    remedy,
  };
}
