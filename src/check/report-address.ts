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
    return isBeginning || areAlike(letters, wanted);
  });
}

const lettersOf = (word: string) => word.replaceAll('_', '');

/** Returns whether two words of at least five letters differ in one place: a letter too many, too few or another one, or two that changed places. */
function areAlike(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length);
  if (one === other || shortest < 5) return one === other;
  let start = 0;
  while (start < shortest && one[start] === other[start]) start += 1;
  const [tail, otherTail] = [one.slice(start), other.slice(start)];
  const isSwapped =
    tail[0] === otherTail[1] && tail[1] === otherTail[0] && tail.slice(2) === otherTail.slice(2);
  return (
    isSwapped ||
    tail.slice(1) === otherTail.slice(1) ||
    tail.slice(1) === otherTail ||
    tail === otherTail.slice(1)
  );
}

/** Says what is wrong with a request that was meant as a report, and gives the right one. */
export function explainMistakenReport({ address, method, status }: MistakenReport): {
  cause: string;
  remedy: string;
} {
  const { origin, pathname } = new URL(address);
  const base = origin + pathname.replace(/\/+(api\/+v?\d*\/+)?endlinks\/.*$/i, '');
  const outcome = likelyOutcome(pathname);
  const right = `${LIKE_ENDPOINT.test(pathname) ? base : origin}/api/v3/endlinks/${outcome ?? 'complete'}`;
  const remedy = `Send GET ${right}?service_endlink_token=… for that outcome. The outcomes are: ${OUTCOMES.join(', ')}.`;
  if (ENDPOINT.test(pathname))
    return {
      cause: `${method} ${address} reports nothing (status ${status}): the service takes GET alone, with the token in the address.`,
      remedy,
    };
  const [, word = ''] = /([^/]*)\/*$/.exec(pathname) ?? [];
  const isWordWrong = !(OUTCOMES as readonly string[]).includes(word.replace(/\.html$/, ''));
  return {
    cause: isWordWrong
      ? `A report went to ${address}, but "${word}" is no outcome${outcome ? `. It is called "${outcome}"` : ''}.`
      : `A report went to ${address}, which is no address of the service.`,
    remedy,
  };
}
