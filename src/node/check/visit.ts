import type { Browser, Page } from 'playwright-core';
import { judge, type Observations } from '../../check/index.ts';
import { TOKEN_PARAMETER } from '../../protocol/index.ts';
import { endlinkUrlMistakes } from '../../recipes/index.ts';
import { findConsentButton } from './consent.ts';
import { watchPages } from './pages.ts';
import { observeRequests } from './requests.ts';
import { interceptReports, type VisitOrigins } from './watch-reports.ts';
import { createSignal } from './signal.ts';
import { openStandIn } from './stand-in.ts';

/** A visit to make. */
export interface VisitOptions {
  /** The landing URL as the endlink question has it. */
  url: string;
  /** Selectors of what is clicked, in order. */
  clicks: readonly string[];
  /** Milliseconds to wait: for a page, for something that is clicked, and for the report after the last click. */
  waitMs: number;
}

/** Milliseconds that a page may take, after a report, to receive its answer or to report again. */
const AFTER_REPORT_MS = 5000;

/** Milliseconds to wait for a page to load nothing more: some pages never stop. */
const IDLE_MS = 5000;

const SETTLED = ['confirmed', 'rejected', 'accepted', 'unknown'];

/**
 * Visits the landing URL as a seller does, with a token of a sandbox, and returns what was observed. No request for an outcome leaves the browser.
 */
export async function visitSite(browser: Browser, options: VisitOptions): Promise<Observations> {
  const seen = await visitOnce(browser, options);
  const [landing, next] = seen.pages;
  const isLost = landing && !landing.hasToken && !next?.hasToken && !seen.consent;
  if (!isLost) return seen;
  return { ...seen, capturesAfterReload: await capturesAfterReload(browser, options) };
}

async function visitOnce(browser: Browser, options: VisitOptions): Promise<Observations> {
  const visit = await openVisit(browser, options);
  try {
    const { seen, page } = visit;
    await visit.land();
    if (seen.landing?.failure === undefined) {
      await pressConsent(visit, page());
      if (!seen.consent) await followClicks(visit, options);
      if (!seen.consent && !seen.failedStep) await visit.untilReported();
    }
    return await visit.observations();
  } finally {
    await visit.close();
  }
}

/** Opens the landing URL twice in one browser. Returns whether the second visit captures its token. */
async function capturesAfterReload(browser: Browser, options: VisitOptions): Promise<boolean> {
  const visit = await openVisit(browser, options);
  try {
    await visit.land();
    await visit.land();
    return (await visit.observations()).pages.some(({ hasToken }) => hasToken);
  } finally {
    await visit.close();
  }
}

type Visit = Awaited<ReturnType<typeof openVisit>>;

/** Opens a browser of its own for one seller, with a sandbox behind it. */
async function openVisit(browser: Browser, { url, waitMs }: VisitOptions) {
  const standIn = await openStandIn(url);
  // A service worker would answer requests that nobody sees.
  const context = await browser.newContext({ serviceWorkers: 'block', ignoreHTTPSErrors: true });
  const signal = createSignal();
  const landingOrigin = new URL(standIn.landingUrl).origin;
  const origins: VisitOrigins = {
    isOwn: (origin) =>
      origin === landingOrigin || pages().some(({ address }) => originOf(address) === origin),
    isService: (origin) => pages().some(({ serviceOrigin }) => serviceOrigin === origin),
  };
  const received = await interceptReports(context, standIn, origins, signal.notify);
  const { list: reports, mistaken } = received;
  const pages = await watchPages(context, standIn.token, signal.notify, (address, method) => {
    void received.receive(address, method);
  });
  const requests = observeRequests(context, standIn.token);
  const seen: Pick<Observations, 'landing' | 'redirects' | 'consent' | 'failedStep'> = {
    consent: null,
  };
  // The newest tab: what a seller would look at.
  let page: Page;
  context.on('page', (next) => (page = next));
  page = await context.newPage();

  const observe = (): Observations => ({
    ...seen,
    urlMistakes: urlMistakesOf(url, pages()[0]?.tokenParam ?? TOKEN_PARAMETER),
    pages: pages(),
    reports,
    mistakenReports: mistaken,
    tokenRequests: requests.tokenRequests,
    parts: requests.parts(pages().flatMap(({ tagFiles }) => tagFiles ?? [])),
  });
  /** Waits until the newest tab has loaded, with what it asks for. */
  const settle = async () => {
    await page.waitForLoadState('load', { timeout: waitMs }).catch(() => undefined);
    const timeout = Math.min(IDLE_MS, waitMs);
    await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
    await requests.settle();
  };

  return {
    seen,
    page: () => page,
    pages,
    until: signal.until,
    async land(): Promise<void> {
      seen.landing = await open(page, standIn.landingUrl, waitMs);
      if (seen.landing.failure === undefined) await settle();
      seen.redirects = Math.max(0, pages().length - 1);
    },
    /** Waits for the report, unless a rule is broken without which there is none. */
    async untilReported(): Promise<void> {
      const endMs = performance.now() + waitMs;
      const hasReports = () => reports.length > 0;
      const hasEnded = () => hasReports() || mistaken.length > 0 || isHopeless(observe());
      do {
        await signal.until(hasEnded, endMs - performance.now());
        // A page that is loading has not captured its token yet.
        await settle();
      } while (!hasEnded() && performance.now() < endMs);
      // A right report may follow a wrong one.
      if (mistaken.length) await signal.until(hasReports, Math.min(AFTER_REPORT_MS, waitMs));
      if (!reports.length || reports[0]?.way === 'redirect') return;
      const isSettled = () => pages().some(({ state }) => SETTLED.includes(state));
      await signal.until(isSettled, Math.min(AFTER_REPORT_MS, waitMs));
    },
    async observations(): Promise<Observations> {
      await requests.settle();
      return withoutToken(observe(), standIn.token);
    },
    async close(): Promise<void> {
      await context.close();
      standIn.close();
    },
  };
}

/** The rules for an endlink URL that a marketplace would break: what it does not fill in. */
const FILLED_IN = ['placeholder', 'fragment', 'encoding', 'token', 'whitespace'];

/** Returns what keeps the marketplace from filling in the token. */
const urlMistakesOf = (url: string, tokenParam: string) =>
  endlinkUrlMistakes(url, tokenParam)
    .filter(({ id }) => FILLED_IN.includes(id))
    .map(({ cause, remedy }) => ({ mistake: cause, remedy: remedy.join(' ') }));

const originOf = (address: string) => new URL(address).origin;

/** Takes the token out of the addresses: some sites have it in a path. */
function withoutToken(seen: Observations, token: string): Observations {
  const text = JSON.stringify(seen)
    .replaceAll(encodeURIComponent(token), '(token)')
    .replaceAll(token, '(token)');
  return JSON.parse(text) as Observations;
}

/** Returns whether nothing can be reported, because a rule is broken that every report needs. */
const isHopeless = (seen: Observations) =>
  judge(seen).some(({ id, verdict }) => id === 'reported' && verdict === 'not checked');

/** Presses the button of a consent banner if the token was not captured without it. */
async function pressConsent({ seen, pages, until }: Visit, page: Page): Promise<void> {
  if (pages().length !== 1 || pages()[0]?.hasToken) return;
  const button = await findConsentButton(page);
  if (!button) return;
  await button.press();
  const hasToken = () => pages().some((one) => one.hasToken);
  await until(hasToken, AFTER_REPORT_MS);
  seen.consent = { button: button.text, capturesAfterwards: hasToken(), isInTheWay: false };
}

async function followClicks(visit: Visit, { clicks, waitMs }: VisitOptions): Promise<void> {
  for (const selector of clicks) {
    const page = visit.page();
    const failure = await click(page, selector, waitMs);
    if (failure === undefined) continue;
    const isCovered = failure.includes('intercepts pointer events');
    const button = isCovered ? await findConsentButton(page) : undefined;
    if (button) {
      const { text } = button;
      visit.seen.consent = { button: text, capturesAfterwards: false, isInTheWay: true };
    } else visit.seen.failedStep = { selector, reason: reasonOf(failure) };
    return;
  }
}

async function click(page: Page, selector: string, timeout: number): Promise<string | undefined> {
  try {
    await page.locator(selector).first().click({ timeout });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function open(
  page: Page,
  url: string,
  timeout: number,
): Promise<NonNullable<Observations['landing']>> {
  try {
    const response = await page.goto(url, { timeout, waitUntil: 'commit' });
    return { status: response?.status() ?? 0 };
  } catch (error) {
    return { status: 0, failure: reasonOf(String(error)) };
  }
}

/** Returns what an error of the browser means, without its text: that may contain the token. */
function reasonOf(failure: string): string {
  const [code] = /net::\w+/.exec(failure) ?? [];
  if (code) return code;
  if (failure.includes('intercepts pointer events')) return 'something covers it';
  if (failure.includes('Timeout')) return 'it did not appear in time';
  return 'the selector is invalid, or the page was closed';
}
