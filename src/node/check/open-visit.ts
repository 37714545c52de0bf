import type { Browser, Frame, Page } from 'playwright-core';
import { isWithoutTag, judge, type Observations } from '../../check/index.ts';
import { TOKEN_PARAMETER } from '../../protocol/index.ts';
import { endlinkUrlMistakes } from '../../recipes/index.ts';
import { lookAsPhone, watchElements } from './look-as-phone.ts';
import { onRefusedCertificate, openPage } from './open-page.ts';
import { leavePage, timeToLastTimer, watchPages, watchTimers } from './pages.ts';
import type { WatchedPages } from './pages.ts';
import { probeRelays } from './probe-relays.ts';
import { observeRequests, type Requests } from './requests.ts';
import type { ServiceProbes } from './service-probes.ts';
import { watchServiceWorkers } from './service-workers.ts';
import { createSignal, type Signal } from './signal.ts';
import { answerRedirects } from './redirected-requests.ts';
import type { Steps } from './steps.ts';
import { openStandIn } from './stand-in.ts';
import { watchSandbox } from './watch-sandbox.ts';
import { interceptReports, type VisitOrigins } from './watch-reports.ts';

/** Most milliseconds that a page may take to react to a button, or to the answer to its report. */
const REACTION_MS = 5000;

/** Milliseconds to wait for a page to load nothing more: some pages never stop. */
const IDLE_MS = 5000;

/** Milliseconds in which a second report may follow the first: from an element and from a script of the page. */
const SECOND_REPORT_MS = 500;

/** Code for the page: a promise that is kept when the browser has nothing to do for it. */
const UNTIL_IDLE = 'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))';

/** Options of {@link openVisit}. */
interface OpenOptions {
  url: string;
  waitMs: number;
  services: ServiceProbes;
  /** `true` to open pages whose certificate browsers refuse. */
  ignoresCertificates: boolean;
}

/** Observations that a visit notes besides the requests and the facts of its pages. */
type Notes = Pick<
  Observations,
  | 'landing'
  | 'redirects'
  | 'consent'
  | 'failedStep'
  | 'clicksLeft'
  | 'unfilled'
  | 'certificate'
  | 'isLastPageLeft'
>;

/** A seller with a browser context of their own, and a sandbox behind it. */
export type Visit = Awaited<ReturnType<typeof openVisit>>;

/** Opens a browser context for one seller. */
export async function openVisit(browser: Browser, options: OpenOptions) {
  const { url, waitMs, services, ignoresCertificates } = options;
  const context = await browser.newContext({
    // A service worker would answer requests that nobody sees.
    serviceWorkers: 'block',
    ignoreHTTPSErrors: ignoresCertificates,
  });
  const [standIn, first] = await Promise.all([openStandIn(url), context.newPage()]);
  const signal = createSignal();
  const landingOrigin = new URL(standIn.landingUrl).origin;
  const origins: VisitOrigins = {
    isOwn: (origin) =>
      origin === landingOrigin || pages().some(({ address }) => originOf(address) === origin),
    isService: (origin) => pages().some(({ serviceOrigin }) => serviceOrigin === origin),
  };
  const onChange = () => {
    services.start({ pages: pages(), reports });
    signal.notify();
  };
  let lastReportMs = 0;
  const received = await interceptReports(context, standIn, origins, () => {
    lastReportMs = performance.now();
    onChange();
  });
  const { list: reports, mistaken } = received;
  const answeredAt = await answerRedirects(
    context,
    (sent) => received.answer(sent),
    (address) => requests.noteHop(address),
  );
  const watched = await watchPages(
    context,
    standIn.token,
    onChange,
    (report) => void received.receive(report),
    (leak) => requests.tokenRequests.push({ ...leak, kind: 'other' }),
  );
  const pages = () => watched.pages().filter(({ openedAs = '' }) => !answeredAt.has(openedAs));
  await watchTimers(context);
  await watchElements(context);
  const refusals = await watchSandbox(context);
  let steps: Pick<Steps, 'clickedOn' | 'clickedIn'> | undefined;
  const serviceWorkers = await watchServiceWorkers(context);
  const requests = observeRequests(context, standIn.token, signal.notify);
  const seen: Notes = { consent: null };
  const certificateRefused = new Promise<void>((resolve) => {
    onRefusedCertificate(context, (certificate) => {
      seen.certificate ??= certificate;
      signal.notify();
      resolve();
    });
  });
  // The newest tab: what a seller would look at.
  let page = first;
  context.on('page', (next) => (page = next));

  const observe = (): Observations => ({
    ...seen,
    urlMistakes: urlMistakesOf(url, pages()[0]?.tokenParam ?? TOKEN_PARAMETER),
    pages: pages(),
    reports,
    mistakenReports: mistaken,
    tokenRequests: requests.tokenRequests,
    refusals: refusals.filter(
      ({ page: address, permission }) =>
        permission === 'allow-same-origin' ||
        [...(steps?.clickedOn() ?? []), pages().at(-1)?.address].includes(address),
    ),
    ...framesOf(watched, steps?.clickedIn() ?? []),
    failedPages: requests.failedPages,
    parts: requests.parts(
      [...pages(), ...watched.frames(() => true)].flatMap(({ tagFiles }) => tagFiles ?? []),
    ),
    serviceWorkers: [...serviceWorkers],
  });
  /** Waits until the newest tab has loaded, with what it asks for. */
  const settle = async () => {
    await page.waitForLoadState('load', { timeout: waitMs }).catch(() => undefined);
    const timeout = Math.min(IDLE_MS, waitMs);
    // A page that has its token needs no delayed tag any more.
    if (pages().at(-1)?.hasToken) await untilQuiet(page, requests, signal, timeout);
    else await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
    await requests.settle();
  };
  /** Number of pages when a click was due last. */
  let settledPages = 0;
  /** Waits for something that happens within a reaction's time, or not at all. */
  const untilReaction = (condition: () => boolean) =>
    signal.until(condition, Math.min(REACTION_MS, waitMs));

  return {
    seen,
    page: () => page,
    pages,
    untilReaction,
    /** Returns whether a report came before a click: a seller takes longer to click than a page to load and to report. */
    async hasReportedBeforeClick(): Promise<boolean> {
      if (pages().length !== settledPages) await settle();
      settledPages = pages().length;
      const shows = [pages().at(-1), ...(observe().frames ?? [])].some(
        (one) => one?.shownOutcome && !one.isManual,
      );
      if (shows) await untilReaction(() => reports.length > 0);
      return reports.length > 0;
    },
    /** Takes the steps, which know where something was clicked. */
    setSteps(made: typeof steps): void {
      steps = made;
    },
    /** Settles when the browser refuses the certificate of a page. */
    certificateRefused,
    async land(): Promise<void> {
      seen.landing = await openPage(page, standIn.landingUrl, waitMs);
      if (seen.landing.failure === undefined) await settle();
      // A bot protection may let the visit through by itself.
      if (pages().at(-1)?.isBotWall) {
        await untilReaction(() => pages().length > 1);
        await settle();
      }
      seen.redirects = Math.max(0, pages().length - 1);
    },
    /** Waits for the report, unless a rule is broken without which there is none. */
    async untilReported(): Promise<void> {
      const endMs = performance.now() + waitMs;
      const hasReports = () => reports.length > 0;
      const hasEnded = () =>
        hasReports() ||
        mistaken.length > 0 ||
        seen.certificate !== undefined ||
        isHopeless(observe());
      do {
        await signal.until(hasEnded, endMs - performance.now());
        // A page that is loading has not captured its token yet.
        await settle();
      } while (!hasEnded() && performance.now() < endMs);
      // A tool's survey has no tag, and leads to the service itself.
      if (isWithoutTag(observe())) await untilReaction(hasReports);
      // A right report may follow a wrong one.
      if (mistaken.length) await untilReaction(hasReports);
      if (!hasReports()) return;
      const restMs = lastReportMs + SECOND_REPORT_MS - performance.now();
      const hasSecond = () => reports.length > 1;
      await signal.until(hasSecond, restMs);
      const timerMs = await timeToLastTimer(page);
      if (timerMs > 0) await signal.until(hasSecond, timerMs + SECOND_REPORT_MS);
      // A page that has led to the service is gone, and learns no answer.
      const isGone = reports.some(({ way }) => way === 'redirect');
      if (!isGone) await untilReaction(() => pages().at(-1)?.state !== 'reporting');
    },
    /** Leaves the last page if it has not asked for an outcome: some pages do so only then. */
    async leaveSilentPage(): Promise<void> {
      const last = pages().at(-1);
      const isSilent = !reports.length && !mistaken.length && !isHopeless(observe());
      if (!last || !isSilent || last.outcome !== undefined || last.isDryRun) return;
      seen.isLastPageLeft = true;
      await leavePage(page).catch(() => undefined);
      await signal.until(() => reports.length + mistaken.length > 0, SECOND_REPORT_MS);
    },
    async observations(): Promise<Observations> {
      await requests.settle();
      const all = withoutToken({ ...observe(), services: await services.results() }, standIn.token);
      // A page that is loaded again may report again: `all` has nothing of that.
      const [hiddenOnPhone, relays] = await Promise.all([
        reports.length === 1 ? lookAsPhone(page, !requests.isLastPagePosted()) : undefined,
        probeRelays(context.request, all),
      ]);
      return { ...all, hiddenOnPhone, relays };
    },
    async close(): Promise<void> {
      await context.close();
      standIn.close();
    },
  };
}

/** Waits until a page loads nothing and has nothing to do: a framework may take over its buttons after the event load. */
async function untilQuiet(
  page: Page,
  requests: Requests,
  signal: Signal,
  timeoutMs: number,
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  do {
    await signal.until(() => !requests.isLoading(), endMs - performance.now());
    await page.evaluate(UNTIL_IDLE).catch(() => undefined);
  } while (requests.isLoading() && performance.now() < endMs);
}

/** The rules for an endlink URL that a marketplace would break: what it does not fill in. */
const FILLED_IN = ['placeholder', 'fragment', 'encoding', 'token', 'whitespace'];

/** Returns what keeps the marketplace from filling in the token. */
const urlMistakesOf = (url: string, tokenParam: string) =>
  endlinkUrlMistakes(url, tokenParam)
    .filter(({ id }) => FILLED_IN.includes(id))
    .map(({ cause, remedy }) => ({ mistake: cause, remedy: remedy.join(' ') }));

/** Returns the pages in frames, and the one in which the visit ended. */
function framesOf(
  watched: WatchedPages,
  clickedIn: readonly Frame[],
): Pick<Observations, 'frames' | 'endFrame'> {
  const end = clickedIn.at(-1);
  return {
    frames: watched.frames((frame, { hasEngine }) => hasEngine || clickedIn.includes(frame)),
    ...(end?.parentFrame() && { endFrame: watched.frames((frame) => frame === end).at(-1) }),
  };
}

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
