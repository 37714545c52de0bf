import { notChecked, type CheckResult } from '../findings/index.ts';
import type { Expectation, Observations, SeenPage } from './observations.ts';

/** Titles of the rules, in the order in which they are shown. */
export const RULES = {
  landing: 'Landing page',
  consent: 'Consent banner',
  service: 'Service address',
  tag: 'Script tag',
  order: 'Tag comes first',
  parts: 'Parts are served',
  captured: 'Token captured',
  reload: 'At this visit',
  scrubbed: 'Address is clean',
  kept: 'Token kept',
  referer: 'No Referer leak',
  'third-party': 'No third party',
  'second-request': 'No second request',
  steps: 'Clicks',
  reported: 'Reported once',
  way: 'Way',
  answer: 'Answer',
  outcome: 'Outcome',
  time: 'In time',
} as const;

/** The id of a rule. */
export type RuleId = keyof typeof RULES;

/** A rule of a visit. */
export interface Rule {
  /** Rules that this one depends on. */
  needs: readonly RuleId[];
  judge: (seen: Observations, expectation: Expectation) => CheckResult;
}

/** Returns the page at which the seller landed. */
export const landingPage = ({ pages }: Observations): SeenPage | undefined => pages[0];

/** Returns the result of a rule about pages if no page is known. */
export const noPage = ({ reports, isOngoing }: Observations): CheckResult =>
  notChecked(
    isOngoing && !reports.length
      ? 'Nobody has landed yet.'
      : 'No page described itself: run "npx vaultlink check".',
  );

/** Returns the origin of an address. */
export const originOf = (address: string): string => new URL(address).origin;
