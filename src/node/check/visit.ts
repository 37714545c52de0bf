import type { Browser, Page } from 'playwright-core';
import type { Observations } from '../../check/index.ts';
import { findConsentButton } from './consent.ts';
import { openVisit, type Visit } from './open-visit.ts';
import { probeService } from './probe-service.ts';
import { COVERED, createSteps, type FieldAnswer } from './steps.ts';
import { createServiceProbes, type ProbeService, type ServiceProbes } from './service-probes.ts';

/** A visit to make. */
export interface VisitOptions {
  /** The landing URL as the endlink question has it. */
  url: string;
  /** Selectors of what is clicked, in order. */
  clicks: readonly string[];
  /** Answers, filled in as soon as a click is due on a page that has their field. Default: none. */
  answers?: readonly FieldAnswer[] | undefined;
  /** Milliseconds to wait: for a page, for something that is clicked, and for the report after the last click. */
  waitMs: number;
  /** Connects to the service. Default: as this process. */
  probeService?: ProbeService | undefined;
}

/** Parts that all browser contexts of a visit share. */
interface Plan extends VisitOptions {
  services: ServiceProbes;
  /** `true` to open pages whose certificate browsers refuse. */
  ignoresCertificates: boolean;
}

/**
 * Visits the landing URL as a seller does, with a token of a sandbox, and returns what was observed. No request for an outcome leaves the browser.
 */
export async function visitSite(browser: Browser, options: VisitOptions): Promise<Observations> {
  const services = createServiceProbes(options.probeService ?? ((origin) => probeService(origin)));
  const plan = { ...options, services, ignoresCertificates: false };
  const seen = await visitOnce(browser, plan);
  const { certificate } = seen;
  if (!certificate) return seen;
  return { ...(await visitOnce(browser, { ...plan, ignoresCertificates: true })), certificate };
}

async function visitOnce(browser: Browser, plan: Plan): Promise<Observations> {
  const visit = await openVisit(browser, plan);
  try {
    // A refused certificate ends the visit, wherever it is.
    const reload = await Promise.race([walk(visit, browser, plan), visit.certificateRefused]);
    const seen = await visit.observations();
    return isLost(seen) ? { ...seen, ...reload } : seen;
  } finally {
    await visit.close();
  }
}

/** Goes through the survey. */
async function walk(
  visit: Visit,
  browser: Browser,
  plan: Plan,
): Promise<Pick<Observations, 'capturesAfterReload'>> {
  const { seen } = visit;
  await visit.land();
  if (seen.landing?.failure !== undefined) return {};
  await pressConsent(visit, visit.page());
  if (seen.consent) return {};
  const [capturesAfterReload] = await Promise.all([
    isLost({ ...seen, pages: visit.pages() }) ? landTwice(browser, plan) : undefined,
    finish(visit, plan),
  ]);
  return { capturesAfterReload };
}

async function finish(visit: Visit, plan: Plan): Promise<void> {
  await followClicks(visit, plan);
  if (visit.seen.consent || visit.seen.failedStep) return;
  await visit.untilReported();
  await visit.leaveSilentPage();
}

/** Returns whether the token was not captured when the seller landed. */
const isLost = ({ pages: [landing, next], consent }: Pick<Observations, 'pages' | 'consent'>) =>
  landing !== undefined && !landing.hasToken && !next?.hasToken && !consent;

/** Opens the landing URL twice in a browser of its own. Returns whether the second visit captures its token. */
async function landTwice(browser: Browser, plan: Plan): Promise<boolean> {
  const visit = await openVisit(browser, plan);
  try {
    await visit.land();
    await visit.land();
    return visit.pages().some(({ hasToken }) => hasToken);
  } finally {
    await visit.close();
  }
}

/** Presses the button of a consent banner if the token was not captured without it. */
async function pressConsent({ seen, pages, untilReaction }: Visit, page: Page): Promise<void> {
  if (pages().length !== 1 || pages()[0]?.hasToken) return;
  const button = await findConsentButton(page);
  if (!button) return;
  await button.press();
  const hasToken = () => pages().some((one) => one.hasToken);
  await untilReaction(hasToken);
  seen.consent = { button: button.text, capturesAfterwards: hasToken(), isInTheWay: false };
}

async function followClicks(visit: Visit, { clicks, answers = [], waitMs }: Plan): Promise<void> {
  const steps = createSteps(answers, waitMs);
  visit.setSteps(steps);
  for (const [index, selector] of clicks.entries()) {
    const page = visit.page();
    const failed = await steps.click(page, selector, async () => {
      const isOver = await visit.hasReportedBeforeClick();
      if (isOver) visit.seen.clicksLeft = clicks.length - index;
      return isOver;
    });
    if (visit.seen.clicksLeft !== undefined) break;
    if (!failed) continue;
    const button = failed.reason === COVERED ? await findConsentButton(visit.page()) : undefined;
    if (button) {
      const { text } = button;
      visit.seen.consent = { button: text, capturesAfterwards: false, isInTheWay: true };
    } else visit.seen.failedStep = failed;
    break;
  }
  visit.seen.unfilled = steps.unfilled();
}
