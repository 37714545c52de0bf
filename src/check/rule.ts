import type { Expectation, Observations, SeenPage } from './observations.ts';
import { notChecked } from './verdict.ts';
import type { Finding, RuleId } from './verdict.ts';

/** A rule of a visit. */
export interface Rule {
  /** Rules that this one depends on. */
  needs: readonly RuleId[];
  judge: (seen: Observations, expectation: Expectation) => Finding;
}

/** Returns the page at which the seller landed. */
export const landingPage = ({ pages }: Observations): SeenPage | undefined => pages[0];

/** Returns the finding of a rule about pages if no page is known. */
export const noPage = ({ reports, isOngoing }: Observations): Finding =>
  notChecked(
    isOngoing && !reports.length
      ? 'Nobody has landed yet.'
      : 'No page described itself: run "npx vaultlink check".',
  );

/** Returns the origin of an address. */
export const originOf = (address: string): string => new URL(address).origin;
