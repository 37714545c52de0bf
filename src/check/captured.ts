import { describeNoPage, namedByPages, reportsWithoutTag } from './verdict.ts';
import type { FindCause, Rule } from './verdict.ts';
import type { Observations, SeenPage } from './observations.ts';

/** Returns the landing page if its tag did not capture the token, and no later page did in its place. */
function pageWithoutToken(seen: Observations): SeenPage | undefined {
  const [page, next] = seen.pages;
  if (!page || page.hasToken || seen.capturesAfterReload) return undefined;
  if (reportsWithoutTag(seen)) return undefined;
  return next?.hasLanded && next.hasToken ? undefined : page;
}

const hasPlaceholder = ({ problems }: SeenPage) =>
  problems.some(({ cause }) => cause === 'token-placeholder');

/** Returns a way to look for a cause on a landing page that has not captured the token. */
const whenNotCaptured =
  (describe: (page: SeenPage, seen: Observations) => ReturnType<FindCause>): FindCause =>
  (seen) => {
    const page = pageWithoutToken(seen);
    return page && describe(page, seen);
  };

/** What a redirect has made of the token, in words. */
const CHANGES = {
  case: 'with capitals and small letters exchanged',
  cut: 'cut off',
  longer: 'with other characters before or after it',
} as const;

/** Judges whether the token is captured at the landing, at once and without consent. */
export const capturedRule: Rule = {
  needs: ['opens', 'tag'],
  causes: [
    [
      'endlink-url',
      ({ urlMistakes: [first] = [], pages: [page] }) =>
        page?.hasToken && !hasPlaceholder(page) ? undefined : first,
    ],
    [
      'consent-covers',
      ({ consent }) =>
        consent?.isInTheWay
          ? { button: consent.button === undefined ? '' : ` ("${consent.button}")` }
          : undefined,
    ],
    [
      'consent-first',
      ({ consent }) =>
        consent?.capturesAfterwards
          ? {
              button:
                consent.button === undefined
                  ? 'the first click'
                  : `"${consent.button}" was pressed`,
            }
          : undefined,
    ],
    [
      'reload-only',
      ({ pages: [page], capturesAfterReload }) =>
        page && !page.hasToken && capturesAfterReload ? { page: page.address } : undefined,
    ],
    [
      'redirect-before-tag',
      whenNotCaptured((page, { pages: [, next] }) =>
        next && !page.hasEngine ? { page: page.address, next: next.address } : undefined,
      ),
    ],
    [
      'token-forgotten',
      whenNotCaptured(({ address, hasForgotten }) =>
        hasForgotten ? { page: address } : undefined,
      ),
    ],
    [
      'token-changed',
      whenNotCaptured(({ tokenChange, address }) =>
        tokenChange ? { page: address, how: CHANGES[tokenChange] } : undefined,
      ),
    ],
    ...namedByPages('token-placeholder', 'token-short'),
    [
      'token-of-another',
      whenNotCaptured(({ hasOtherToken, address }) =>
        hasOtherToken ? { page: address } : undefined,
      ),
    ],
    [
      'token-in-hash',
      whenNotCaptured(({ landedUnder, address }) =>
        landedUnder === '#' ? { page: address } : undefined,
      ),
    ],
    [
      'token-parameter',
      whenNotCaptured(({ landedUnder: found, tokenParam: wanted, address }) =>
        found !== undefined && wanted !== undefined && found !== wanted
          ? { page: address, found, wanted }
          : undefined,
      ),
    ],
    [
      'token-taken',
      whenNotCaptured(({ hasLanded, isTokenInAddress, scriptsBefore, address }) =>
        hasLanded && !isTokenInAddress && scriptsBefore.length
          ? { page: address, scripts: scriptsBefore.slice(0, 3).join(', ') }
          : undefined,
      ),
    ],
    [
      'parameters-lost',
      whenNotCaptured(({ hasLanded, address }) => (hasLanded ? undefined : { page: address })),
    ],
    ['not-captured', whenNotCaptured(({ address }) => ({ page: address }))],
    ['endlink-url-beside', ({ urlMistakes: [first] = [] }) => first],
  ],
  describeUnknown: describeNoPage,
  describeRight: (seen) => {
    if (reportsWithoutTag(seen)) return 'The survey keeps the token itself.';
    const [page, next] = seen.pages;
    return page?.hasToken || !next
      ? 'The token was captured on the landing page.'
      : `The landing page forwards the token to ${next.address}, which captured it.`;
  },
};
