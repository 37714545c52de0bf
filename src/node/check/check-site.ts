import type { Browser } from 'playwright-core';
import { judge, notTested, type Expectation, type VisitFinding } from '../../check/index.ts';
import { visitSite, type VisitOptions } from './visit.ts';

/** Options of {@link checkSite}. */
export type CheckOptions = VisitOptions & Expectation;

/** The result of a check. */
export interface SiteResult {
  /** A finding for each verdict. */
  findings: VisitFinding[];
  /** Names the parts of the site that the check did not test. */
  notTested: string[];
}

/** Visits a site as a seller does, and judges the visit. */
export async function checkSite(browser: Browser, options: CheckOptions): Promise<SiteResult> {
  const seen = await visitSite(browser, options);
  return { findings: judge(seen, options), notTested: notTested(seen) };
}
