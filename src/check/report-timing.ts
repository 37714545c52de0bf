import type { Observations } from './observations.ts';
import type { Details } from './verdict.ts';

/** Finds a report of a page from which the seller goes on. */
export function findEarly(seen: Observations): Details | undefined {
  const {
    reports: [report],
    pages,
    frames = [],
    clicksLeft,
  } = seen;
  if (!report || !clicksLeft) return undefined;
  const framed = frames.find(({ shownOutcome }) => shownOutcome === report.outcome);
  const page = (framed ?? pages.at(-1))?.address ?? 'a page';
  return { outcome: report.outcome, page, count: clicksLeft };
}

/** Finds a page that has reported, and after which another one was opened. The command knows better: whether clicks were left. */
export function findOnTheWay({
  pages,
  reports: [report],
  areOnlyAddressesSeen,
}: Observations): Details | undefined {
  if (!report || !areOnlyAddressesSeen) return undefined;
  const index = pages.findIndex(({ outcome }) => outcome !== undefined);
  const [page, next] = index < 0 ? [] : pages.slice(index);
  return page && next && { outcome: report.outcome, page: page.address, next: next.address };
}

/** Finds a report that comes only when a page is left: phones do not have all events of that, and some sellers leave the last page open. */
export function findOnLeaving(seen: Observations): Details | undefined {
  const {
    reports: [report],
    isLastPageLeft,
    pages,
  } = seen;
  const { event, page } = report?.leaving ?? {};
  if (event === undefined || page === undefined) return undefined;
  // A page that shows its outcome would have reported without that: it leads on by itself.
  if (pages.some((one) => one.address === page && one.shownOutcome)) return undefined;
  return isLastPageLeft || event !== 'pagehide' ? { event, page } : undefined;
}

/** Returns whether the tag has sent its report again, since the page was left before the answer came. The service counts it once. */
export function isAskedAgain({ reports, pages }: Observations): boolean {
  const [first, ...again] = reports;
  const isSame = again.every(
    ({ outcome, way, status }) => outcome === first?.outcome && way === first.way && status === 422,
  );
  const isLeft = pages.slice(0, -1).some(({ state }) => state === 'reporting');
  // A page that asks the tag while it is being left cannot say so. The next page knows that an earlier request may have been counted.
  return isSame && (isLeft || pages.slice(1).some(({ state }) => state === 'unknown'));
}

/** Finds a page that would have reported, and that the visit left sooner. */
export function findPageLeft({ pages }: Observations): Details | undefined {
  const page = pages.slice(0, -1).find(({ hasToken, shownOutcome }) => hasToken && shownOutcome);
  return page && { page: page.address, outcome: page.shownOutcome ?? '' };
}
