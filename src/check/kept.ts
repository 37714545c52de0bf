import type { CauseId } from '../protocol/cause-help.ts';
import type { Observations, SeenPage } from './observations.ts';
import { findBotWall } from './opening.ts';
import { findBlockedStep, findFailedPage, findReloads } from './page-failures.ts';
import { isCarriedTo } from './recipients.ts';
import { findRefusal } from './sandboxed.ts';
import { whyTagDidNotRun } from './tag-causes.ts';
import { describeNoPage, namedByPage, originOf, reportsWithoutTag, titleOf } from './verdict.ts';
import type { FindCause, Rule } from './verdict.ts';

/** Returns the first page after which the visit has lost the token, with the page before it. */
function whereLost(seen: Observations): { page: SeenPage; before: SeenPage } | undefined {
  if (reportsWithoutTag(seen)) return undefined;
  const { pages, reports, endFrame } = seen;
  for (const [index, page] of pages.entries()) {
    const before = pages[index - 1];
    if (!before || page.hasToken) continue;
    // A page without the tag keeps nothing, and harms nothing if a later page has the token, or if the outcome is reported: the survey is over there.
    const isKept = pages.slice(index + 1).some(({ hasToken }) => hasToken) || reports.length > 0;
    // The outcome was due on the page before, which led on too soon.
    const isOver = before.hasToken && (before.outcome ?? before.shownOutcome) !== undefined;
    if (!page.hasEngine && (isKept || isOver)) continue;
    return { page, before };
  }
  const last = pages.at(-1);
  return last && endFrame?.isRead && !endFrame.hasToken && !reports.length
    ? { page: endFrame, before: last }
    : undefined;
}

/** Returns a way to look for a cause on the page that lost the token. */
const whereTokenIsLost =
  (
    describe: (page: SeenPage, before: SeenPage, seen: Observations) => ReturnType<FindCause>,
  ): FindCause =>
  (seen) => {
    const lost = whereLost(seen);
    return lost && describe(lost.page, lost.before, seen);
  };

const findNotRun = (cause: CauseId): readonly [CauseId, FindCause] => [
  cause,
  whereTokenIsLost((page, _before, seen) => {
    const why = whyTagDidNotRun(page, seen);
    return why?.[0] === cause ? why[1] : undefined;
  }),
];

/** Returns the origins of two pages, and the host of the second one; `undefined` if it is the same origin. */
function hopBetween(before: SeenPage, page: SeenPage) {
  const [from, to] = [originOf(before.address), originOf(page.address)];
  return from === to ? undefined : { from, to, host: new URL(to).host };
}

/** Returns the step that failed. An answer that was not filled in may be why. */
function findFailedStep({ failedStep, unfilled = [] }: Observations): ReturnType<FindCause> {
  if (!failedStep) return undefined;
  const { selector, action, reason } = failedStep;
  const rest = unfilled.filter((one) => one !== selector);
  const isWithout = rest.length ? `, and no page had a field ${rest.join(', ')} to fill in` : '';
  return { selector, action, reason: reason + isWithout };
}

/** Judges whether the token is kept from page to page. */
export const keptRule: Rule = {
  needs: ['opens', 'tag', 'captured'],
  causes: [
    ['page-sandboxed', (seen) => findRefusal(seen, false)],
    ['bot-wall', findBotWall],
    ['page-failed', findFailedPage],
    ['step-blocked', findBlockedStep],
    ['page-reloads', findReloads],
    ['step-failed', findFailedStep],
    findNotRun('tag-malformed'),
    findNotRun('tag-replaced'),
    findNotRun('tag-blocked'),
    findNotRun('tag-file-missing'),
    findNotRun('tag-file-html'),
    findNotRun('tag-file-type'),
    findNotRun('tag-file-refused'),
    findNotRun('tag-file-broken'),
    findNotRun('tag-waits'),
    findNotRun('tag-inert'),
    findNotRun('tag-unread'),
    [
      'last-page-without-tag',
      whereTokenIsLost((page) =>
        page.hasEngine ? undefined : { page: page.address, titled: titleOf(page) },
      ),
    ],
    ['carry-no-host', namedByPage('carry-no-host')],
    [
      'token-of-another',
      whereTokenIsLost(({ hasOtherToken, address }) =>
        hasOtherToken ? { page: address } : undefined,
      ),
    ],
    [
      'token-parameter',
      whereTokenIsLost(({ address, landedUnder: found, tokenParam: wanted }) =>
        found !== undefined && found !== '#' && wanted !== undefined && found !== wanted
          ? { page: address, found, wanted }
          : undefined,
      ),
    ],
    [
      'carried-token-dropped',
      whereTokenIsLost((page, before) => {
        const hop = hopBetween(before, page);
        return hop && isCarriedTo(before, hop.host) ? { ...hop, page: page.address } : undefined;
      }),
    ],
    [
      'token-lost-between-hosts',
      whereTokenIsLost((page, before) => {
        const hop = hopBetween(before, page);
        const named =
          before.carry && ` data-carry there names ${before.carry}, and not ${hop?.host}.`;
        return hop && { ...hop, named };
      }),
    ],
    [
      'token-forgotten',
      whereTokenIsLost(({ address, hasForgotten }) =>
        hasForgotten ? { page: address } : undefined,
      ),
    ],
    [
      'page-overwritten',
      whereTokenIsLost((_page, { isOverwritten, address }) =>
        isOverwritten ? { page: address } : undefined,
      ),
    ],
    [
      'token-lost-in-new-tab',
      whereTokenIsLost(({ isInNewTab, address }) => (isInNewTab ? { page: address } : undefined)),
    ],
    [
      'token-lost-before-tag',
      whereTokenIsLost(({ address, scriptsBefore }) =>
        scriptsBefore.length
          ? { page: address, scripts: scriptsBefore.slice(0, 3).join(', ') }
          : undefined,
      ),
    ],
    ['token-lost', whereTokenIsLost(({ address }) => ({ page: address }))],
  ],
  describeUnknown: (seen) =>
    describeNoPage(seen) ?? (seen.pages.length === 1 ? 'The visit has one page only.' : undefined),
  describeRight: (seen) => {
    if (reportsWithoutTag(seen)) return 'The survey keeps the token itself.';
    const hops = seen.pages.length - 1;
    return `Kept over ${hops === 1 ? 'one hop' : `${hops} hops`}.`;
  },
};
