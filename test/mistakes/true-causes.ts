import type { CauseId } from '../../src/check/index.ts';

/** "I cannot see this: run the command." */
const UNSEEN = ['tag-silent', 'nobody-reported', 'end-unseen'];

/** What follows from a mistake, and is true, too. */
const CONSEQUENCES: Partial<Record<CauseId, readonly string[]>> = {
  'base-url-own-page': ['service-unreadable'],
  'base-url-path': ['service-unreadable'],
  'outcome-map': ['outcome-unknown'],
  'relay-forbids-page': ['relay-answer', 'relay-unreachable'],
  'relay-missing': ['relay-answer'],
  'report-blocked': ['service-unreadable'],
  'endlink-url-beside': ['endlink-url'],
  'page-sandboxed': ['part'],
  'report-elsewhere': ['service-unreadable'],
  'reported-on-leaving': ['reported-on-the-way', 'answer-unknown', 'report-refused'],
  'reported-early': ['reported-on-the-way', 'reported-twice', 'report-refused'],
  'reported-twice': ['report-refused'],
  'setting-unknown': ['base-url-missing', 'token-parameter'],
  'tag-blocked': ['part'],
  'tag-malformed': ['base-url-form'],
  'third-party': ['tag-not-first'],
  'token-changed': ['report-refused'],
  'token-taken': ['tag-not-first'],
  'token-forgotten': ['token-lost'],
  'token-of-another': ['report-refused'],
};

const isTrue = (named: string, cause: CauseId) =>
  named === cause || CONSEQUENCES[cause]?.includes(named) === true;

/** Returns the causes on the page "Check" that are not those of a site with that mistake. */
export const wrongOnCheckPage = (named: readonly string[], cause: CauseId): string[] =>
  named.filter((one) => !isTrue(one, cause) && !UNSEEN.includes(one));

/** Returns the causes in the browser's console that are not those of a site with that mistake. A tab without a token says so, whatever the reason is. */
export const wrongInConsole = (named: readonly string[], cause: CauseId): string[] =>
  named.filter(
    (one) =>
      !isTrue(one, cause) &&
      one !== 'token-missing' &&
      !(one === 'part' && cause.startsWith('part-')),
  );
