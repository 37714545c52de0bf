import type { Finding } from '../findings/index.ts';
import type { CauseId } from '../protocol/cause-help.ts';
import type { Expectation, Observations, SeenPage } from './observations.ts';

/** Titles of the verdicts, in the order in which they are shown. */
export const VERDICTS = {
  opens: 'Opens',
  service: 'Service address',
  tag: 'Tag runs',
  captured: 'Token captured',
  address: 'Address is clean',
  kept: 'Kept on the way',
  private: 'No leak',
  reported: 'Reported once',
  outcome: 'Right outcome',
} as const;

/** The id of a verdict. */
export type VerdictId = keyof typeof VERDICTS;

/** A finding about a visit. */
export interface VisitFinding extends Finding<VerdictId> {
  /** The cause of a mistake. Missing: there is none. */
  causeId?: CauseId | undefined;
}

/** Values for the names in the sentence about a cause. `page` is the address of the page that has the mistake. */
export type Details = Readonly<Record<string, string | number>>;

/** Looks for a cause in what was observed. Returns its details; `undefined` if it is not the cause. */
export type FindCause = (seen: Observations, expectation: Expectation) => Details | undefined;

/** A verdict on a visit: ok, unless one of its causes is found. */
export interface Rule {
  /** Verdicts that this one depends on: a mistake there explains what is seen here. */
  needs: readonly VerdictId[];
  /** The causes that are looked for, the one that explains most first. The first that is found counts. */
  causes: readonly (readonly [CauseId, FindCause])[];
  /** Returns why nothing can be said, if no cause is found. */
  describeUnknown?: (seen: Observations) => string | undefined;
  /** Describes what was seen where nothing is wrong. */
  describeRight: (seen: Observations) => string;
}

/** Returns why nothing can be said about pages if no page is known. */
export const describeNoPage = (seen: Observations): string | undefined => {
  if (seen.pages.length) return undefined;
  return seen.isOngoing && !hasReport(seen)
    ? 'Nobody has landed yet.'
    : 'No page described itself: run the command "vaultlink check".';
};

/** Returns whether a report came, or what was meant as one. */
export const hasReport = ({ reports, mistakenReports = [] }: Observations): boolean =>
  reports.length + mistakenReports.length > 0;

/**
 * Returns whether a survey reports without the tag, as one of a tool does that leads to the service itself. None of its pages has a tag, and a report came.
 */
export const reportsWithoutTag = (seen: Observations): boolean =>
  isWithoutTag(seen) && hasReport(seen);

/** Returns whether no page has a tag, not even one that does not run. */
export const isWithoutTag = ({ pages }: Observations): boolean =>
  pages.length > 0 &&
  pages.every(
    ({ hasEngine, tagCount, tagWaitsBy, isSilent }) =>
      !hasEngine && !tagCount && tagWaitsBy === undefined && !isSilent,
  );

/** Returns a way to look for a cause that the pages themselves have named in the console. */
export const namedByPage =
  (cause: CauseId, isMeant: (page: SeenPage) => boolean = () => true): FindCause =>
  (seen) => {
    const page = allPages(seen).find(
      (one) => isMeant(one) && one.problems.some((problem) => problem.cause === cause),
    );
    return page && { page: page.address };
  };

/** Returns causes that are found where a page has named them. */
export const namedByPages = (...causes: CauseId[]): (readonly [CauseId, FindCause])[] =>
  causes.map((cause) => [cause, namedByPage(cause)]);

/** Returns the pages of a visit, and after them those in frames. */
export const allPages = ({ pages, frames = [] }: Observations): readonly SeenPage[] => [
  ...pages,
  ...frames,
];

/** Returns the title of a page in parentheses, as an addition to its address. */
export const titleOf = ({ title }: SeenPage): string =>
  title === undefined ? '' : ` ("${title}")`;

/** Returns the origin of an address. */
export const originOf = (address: string): string => new URL(address).origin;
