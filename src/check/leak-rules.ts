import { failed, notChecked, ok, warning, type CheckResult } from '../findings/index.ts';
import type { Observations, TokenRequest } from './observations.ts';
import { noPage, originOf, type Rule } from './rule.ts';

/** Rules about other recipients of the token. */
export const leakRules = {
  kept: { needs: ['landing', 'consent', 'tag', 'captured', 'reload'], judge: judgeKept },
  referer: { needs: ['landing'], judge: judgeReferer },
  'third-party': { needs: ['landing'], judge: judgeThirdParty },
  'second-request': { needs: ['landing'], judge: judgeSecondRequest },
} satisfies Record<string, Rule>;

const RUN_COMMAND = 'Only the command can see that: run "npx vaultlink check".';
const NO_ADDRESS =
  'No address held the token. Only the command sees bodies and all pages: run "npx vaultlink check".';

function judgeKept(seen: Observations): CheckResult {
  const { pages } = seen;
  if (!pages.length) return noPage(seen);
  const withTag = pages.slice(1);
  if (!withTag.length) return notChecked('The visit has one page only.');
  for (const [index, page] of withTag.entries()) {
    if (page.hasToken) continue;
    const before = pages[index];
    if (!page.hasEngine) {
      // A page without the tag keeps nothing, and harms nothing if a later page of its origin has the token.
      if (withTag.slice(index + 1).some(({ hasToken }) => hasToken)) continue;
      return failed(
        `${page.address} has no script tag, and the visit ends without the token.`,
        'Put the tag on every page of the survey, on the last one above all.',
      );
    }
    const from = before && originOf(before.address);
    if (from !== undefined && from !== originOf(page.address))
      return failed(
        `The token was lost on the way from ${from} to ${originOf(page.address)}.`,
        `Add data-carry="${new URL(page.address).host}" to the tag of ${from}. Each origin has a storage of its own.`,
      );
    return failed(
      `${page.address} does not have the token.`,
      'Is the page in another tab or frame? Links and forms carry the token; for window.open() use vaultlink.carry().',
    );
  }
  return ok(`Kept over ${withTag.length === 1 ? 'one hop' : `${withTag.length} hops`}.`);
}

function judgeReferer({ tokenRequests, areOnlyAddressesSeen, pages }: Observations): CheckResult {
  if (!tokenRequests || areOnlyAddressesSeen) return notChecked(RUN_COMMAND);
  const leak = tokenRequests.find(
    (request) => request.place === 'Referer' && !isOwn(request, pages),
  );
  if (!leak) return ok('No other origin received the token as Referer.');
  return failed(
    `${leak.address} received the token in the header Referer.`,
    'Put the tag before whatever loads from there, and set the page’s Referrer-Policy to strict-origin-when-cross-origin (the default of browsers) or stricter.',
  );
}

function judgeThirdParty({
  tokenRequests,
  areOnlyAddressesSeen,
  mistakenReports,
  pages,
}: Observations): CheckResult {
  if (!tokenRequests) return notChecked(RUN_COMMAND);
  const isMistakenReport = ({ address }: TokenRequest) =>
    mistakenReports?.some((report) => report.address === address);
  const leak = tokenRequests.find(
    (request) =>
      request.place !== 'Referer' &&
      request.kind !== 'navigation' &&
      !isMistakenReport(request) &&
      !isAllowed(request, pages),
  );
  if (!leak && areOnlyAddressesSeen) return notChecked(NO_ADDRESS);
  if (!leak) return ok('No third party received the token.');
  return failed(
    `${leak.address} received the token in ${leak.place === 'body' ? 'a body' : 'its address'}.`,
    'A script reads the token and sends it on, most often an analytics tool that sends the page’s address. Put the tag before it.',
  );
}

function judgeSecondRequest({
  tokenRequests,
  areOnlyAddressesSeen,
  pages,
}: Observations): CheckResult {
  if (!tokenRequests) return notChecked(RUN_COMMAND);
  const second = tokenRequests.find(
    (request) => request.place !== 'Referer' && request.kind === 'other' && isOwn(request, pages),
  );
  if (!second && areOnlyAddressesSeen) return notChecked(NO_ADDRESS);
  if (!second) return ok('Your own server received the token with pages only.');
  return warning(
    `${second.address} received the token again, in ${second.place === 'body' ? 'a body' : 'its address'}.`,
    'If your server reports the outcome, do not let the page report too. This check does not see what your server sends.',
  );
}

/** Returns whether a request goes to an origin of the visit. */
const isOwn = ({ address, from }: TokenRequest, pages: Observations['pages']) =>
  originOf(address) === from || pages.some((page) => originOf(page.address) === originOf(address));

/** Returns whether a request goes to an origin of the visit, or to a host of `data-carry`. */
const isAllowed = (request: TokenRequest, pages: Observations['pages']) =>
  isOwn(request, pages) ||
  pages.some(({ carry }) => carry.split(/[\s,]+/).includes(new URL(request.address).host));
