import type { Observations, SeenPage, TokenRequest } from './observations.ts';
import { describeNoPage, originOf, reportsWithoutTag } from './verdict.ts';
import type { Rule } from './verdict.ts';

/** Returns the first page whose address still has the token after the tag has captured it. */
const pageWithTokenInAddress = ({ pages }: Observations) =>
  pages.find(({ isTokenInAddress, hasToken }) => isTokenInAddress && hasToken);

/** Judges whether the token leaves the address bar. */
export const addressRule: Rule = {
  needs: ['opens', 'tag', 'captured'],
  causes: [
    [
      'scrub-off',
      (seen) => {
        const page = pageWithTokenInAddress(seen);
        return page?.isScrubOff ? { page: page.address } : undefined;
      },
    ],
    [
      'token-put-back',
      (seen) => {
        const page = pageWithTokenInAddress(seen);
        return page && { page: page.address };
      },
    ],
  ],
  describeUnknown: describeNoPage,
  describeRight: (seen) =>
    reportsWithoutTag(seen)
      ? 'Without the tag, the token stays in the address of the landing page.'
      : 'The token was taken out of the address.',
};

/** Judges whether nobody but the pages and the service received the token. */
export const privateRule: Rule = {
  needs: ['opens'],
  causes: [
    [
      'referer-leak',
      ({ tokenRequests = [], pages }) => {
        const leak = tokenRequests.find(
          (request) => request.place === 'Referer' && !isAllowed(request, pages),
        );
        return leak && { address: leak.address };
      },
    ],
    [
      'third-party',
      ({ tokenRequests = [], mistakenReports = [], pages }) => {
        const leak = tokenRequests.find(
          (request) =>
            request.place !== 'Referer' &&
            request.kind !== 'navigation' &&
            !mistakenReports.some(({ address }) => address === request.address) &&
            !isAllowed(request, pages),
        );
        return leak && { address: leak.address, place: describePlace(leak) };
      },
    ],
    [
      'token-over-host',
      ({ tokenRequests = [], mistakenReports = [], pages }) => {
        // A survey without the tag cannot name its other hosts.
        if (!pages.some(({ hasEngine }) => hasEngine)) return undefined;
        const hop = tokenRequests.find(
          (request) =>
            request.place !== 'Referer' &&
            request.kind === 'navigation' &&
            request.from !== undefined &&
            !mistakenReports.some(({ address }) => address === request.address) &&
            !isAllowed(request, pages),
        );
        return hop && { address: hop.address, place: describePlace(hop) };
      },
    ],
    [
      'second-request',
      ({ tokenRequests = [], pages }) => {
        const second = tokenRequests.find(
          (request) =>
            request.place !== 'Referer' && request.kind === 'other' && isOwn(request, pages),
        );
        return second && { address: second.address, place: describePlace(second) };
      },
    ],
  ],
  describeUnknown: ({ tokenRequests, areOnlyAddressesSeen }) => {
    if (!tokenRequests) return 'Only the command can see that: run "vaultlink check".';
    return areOnlyAddressesSeen
      ? 'No address held the token. Only the command sees headers, bodies and all pages: run "vaultlink check".'
      : undefined;
  },
  describeRight: () => 'No other origin received the token.',
};

const describePlace = ({ place }: TokenRequest) =>
  place === 'address' ? 'its address' : `a ${place}`;

/** Returns whether a request goes to an origin of the visit. */
const isOwn = ({ address, from }: TokenRequest, pages: Observations['pages']) =>
  originOf(address) === from || pages.some((page) => originOf(page.address) === originOf(address));

/** Returns whether a request goes to an origin of the visit, or to a host of `data-carry`. */
const isAllowed = (request: TokenRequest, pages: Observations['pages']) =>
  isOwn(request, pages) || pages.some((page) => isCarriedTo(page, new URL(request.address).host));

/** Returns whether `data-carry` of a page names a host. */
export const isCarriedTo = ({ carry }: SeenPage, host: string): boolean =>
  carry.split(/[\s,]+/).includes(host);
