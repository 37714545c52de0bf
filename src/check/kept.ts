import type { CauseId } from '../protocol/cause-help.ts';
import type { Observations, SeenPage } from './observations.ts';
import { whyTagDidNotRun } from './tag-causes.ts';
import { describeNoPage, namedByPage, originOf } from './verdict.ts';
import type { FindCause, Rule } from './verdict.ts';

/** Returns the first page after which the visit has lost the token, with the page before it. */
function whereLost({ pages }: Observations): { page: SeenPage; before: SeenPage } | undefined {
  for (const [index, page] of pages.entries()) {
    const before = pages[index - 1];
    if (!before || page.hasToken) continue;
    // A page without the tag keeps nothing, and harms nothing if a later page has the token.
    if (!page.hasEngine && pages.slice(index + 1).some(({ hasToken }) => hasToken)) continue;
    return { page, before };
  }
  return undefined;
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

/** Judges whether the token is kept from page to page. */
export const keptRule: Rule = {
  needs: ['opens', 'tag', 'captured'],
  causes: [
    [
      'step-failed',
      ({ failedStep }) =>
        failedStep && { selector: failedStep.selector, reason: failedStep.reason },
    ],
    findNotRun('tag-blocked'),
    findNotRun('tag-file-missing'),
    findNotRun('tag-file-html'),
    findNotRun('tag-file-type'),
    findNotRun('tag-file-refused'),
    findNotRun('tag-file-broken'),
    findNotRun('tag-waits'),
    [
      'last-page-without-tag',
      whereTokenIsLost((page) => (page.hasEngine ? undefined : { page: page.address })),
    ],
    ['carry-no-host', namedByPage('carry-no-host')],
    [
      'token-of-another',
      whereTokenIsLost(({ hasOtherToken, address }) =>
        hasOtherToken ? { page: address } : undefined,
      ),
    ],
    [
      'token-lost-between-hosts',
      whereTokenIsLost((page, before) => {
        const [from, to] = [originOf(before.address), originOf(page.address)];
        return from === to ? undefined : { from, to, host: new URL(to).host };
      }),
    ],
    ['token-lost', whereTokenIsLost(({ address }) => ({ page: address }))],
  ],
  describeUnknown: (seen) =>
    describeNoPage(seen) ?? (seen.pages.length === 1 ? 'The visit has one page only.' : undefined),
  describeRight: ({ pages }) =>
    `Kept over ${pages.length === 2 ? 'one hop' : `${pages.length - 1} hops`}.`,
};
