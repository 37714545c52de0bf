import type { PageFacts } from '../protocol/self-check.ts';
import type { Expectation, Observations } from './observations.ts';
import type { Finding, RuleId } from './verdict.ts';

/** A rule of a visit. */
export interface Rule {
  /** Rules that this one depends on. */
  needs: readonly RuleId[];
  judge: (seen: Observations, expectation: Expectation) => Finding;
}

/** Returns the page at which the seller landed. */
export const landingPage = ({ pages }: Observations): PageFacts | undefined => pages[0];

/** Returns the origin of an address. */
export const originOf = (address: string): string => new URL(address).origin;
