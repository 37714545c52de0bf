import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect as playwrightExpect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Endlink, Service } from '../e2e/support/service.ts';

/** Where the screenshots of failures are. */
const SCREENSHOTS = 'test-results/examples';

/** A development server compiles a page when it is asked for. */
const TIMEOUT_MS = 30_000;

/** Playwright's `expect`, with time for a page that is compiled first. */
export const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS });

/** A way to run an example: a script of its package.json. */
export interface Mode {
  title: string;
  script: string;
}

/** An example in front of a sandbox. */
export interface VisitedStage {
  /** The example's. */
  name: string;
  origin: string;
  service: Service;
  /** Another host that belongs to the example. What happens there is not looked at. */
  otherOrigin?: string;
  /** Returns the output of the servers behind the example. */
  printed(): string;
}

/** One tab of a new browser profile on the pages of an example. */
export interface Visit<Stage extends VisitedStage = VisitedStage> {
  page: Page;
  stage: Stage;
  mode: Mode;
  /** Does a part of the walk, which a failure names. */
  step: (name: string, action: () => Promise<void>) => Promise<void>;
  /** Accepts lines of the console that a step brings about on purpose. */
  allow: (line: RegExp) => void;
  /** A seller clicks an endlink that leads to this path, and the page takes the token out of the address. */
  land: (path: string) => Promise<Endlink>;
}

/** A development server takes the development build of Lit, which prints this once. */
const OF_DEVELOPMENT = /^warning: Lit is in dev mode\./;

/** What a user of an example does. */
export interface Walk<Stage extends VisitedStage = VisitedStage> {
  /** Short, for the name of a file. */
  name: string;
  title: string;
  run: (visit: Visit<Stage>) => Promise<void>;
}

/** An example that runs. */
interface RunningStage<Stage> {
  stage: Stage;
  mode: Mode;
  /** Returns its output so far. */
  printed: () => string;
  /** How long an action in the browser may take, in milliseconds. */
  timeoutMs?: number | undefined;
}

/**
 * Does a walk in a new browser profile.
 *
 * @throws Error where a step fails; where the console has a warning or an error, a script throws or a request fails; or where the token is in the
 *   address or in a `Referer` after the landing. It names the example, the mode and the step, and where the screenshot is
 */
export async function doWalk<Stage extends VisitedStage>(
  browser: Browser,
  { stage, mode, printed, timeoutMs = TIMEOUT_MS }: RunningStage<Stage>,
  walk: Walk<Stage>,
): Promise<void> {
  const context = await browser.newContext();
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  const seen = watch(page, stage);
  const allowed: RegExp[] = mode.script === 'dev' ? [OF_DEVELOPMENT] : [];
  let current = 'opening a tab';
  const step: Visit['step'] = async (name, action) => {
    current = name;
    await action();
    assertQuiet(seen, allowed);
  };

  try {
    await walk.run({
      page,
      stage,
      mode,
      step,
      allow: (line) => void allowed.push(line),
      async land(path) {
        const endlink = await stage.service.issue(stage.origin + path);
        await step(`landing on ${path}`, async () => {
          await page.goto(endlink.url);
          await page.waitForFunction((token) => !location.href.includes(token), endlink.token);
          seen.hideToken(endlink.token);
        });
        return endlink;
      },
    });
    await step('the end', async () => {
      await page.waitForLoadState('networkidle');
      // The browser reports an unhandled rejection before it renders the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    });
  } catch (error) {
    const picture = join(SCREENSHOTS, `${stage.name}-${mode.script}-${walk.name}.png`);
    mkdirSync(SCREENSHOTS, { recursive: true });
    const taken = await page.screenshot({ path: picture }).then(
      () => picture,
      () => 'none',
    );
    throw new Error(
      [
        `${stage.name}, ${mode.title}, at the step "${current}": ${(error as Error).message}`,
        `Address: ${page.url()}`,
        `Screenshot: ${taken}`,
        `The tab has shown:\n${indented(seen.lines)}`,
        `The example has printed:\n${indented(printed().split('\n').slice(-40))}`,
        `The backend has printed:\n${indented(stage.printed().split('\n').slice(-10))}`,
      ].join('\n'),
      { cause: error },
    );
  } finally {
    await context.close();
  }
}

/** The console and the problems of a tab. */
interface Seen {
  /** The console from the beginning, with the problems among its lines. */
  lines: string[];
  /** What should not have been. */
  problems: string[];
  /** From now on, the token may be in no address and in no `Referer`. */
  hideToken(token: string): void;
}

function watch(page: Page, { origin, otherOrigin, service }: VisitedStage): Seen {
  const lines: string[] = [];
  const problems: string[] = [];
  const hidden: string[] = [];
  const leaks = (text = '') => hidden.some((token) => text.includes(token));
  const object = (line: string) => {
    lines.push(line);
    problems.push(line);
  };

  page.on('console', (message) => {
    const { url } = message.location();
    const line = `${message.type()}: ${message.text()} (${url})`;
    // A browser asks for an icon by itself.
    const isProblem =
      ['warning', 'error', 'assert'].includes(message.type()) && !url.endsWith('/favicon.ico');
    if (isProblem) object(line);
    else lines.push(line);
  });
  page.on('pageerror', (error) => object(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    const { origin: host, pathname } = new URL(request.url());
    // A router stops what it has asked its own server for, such as a prefetch, when it goes on.
    const isStopped =
      host === origin && !pathname.startsWith('/vault/') && reason.includes('ABORTED');
    if (!isStopped) object(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) object(`${response.status()}: ${response.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith(origin) && leaks(frame.url()))
      object(`the token is in the address: ${frame.url()}`);
  });
  page.on('request', (request) => {
    const { referer } = request.headers();
    const isOwn = new URL(request.url()).origin === origin;
    // Before a script runs, the landing page itself asks its own server for scripts and styles.
    if (otherOrigin !== undefined && request.url().startsWith(otherOrigin)) return;
    const isLeak = isOwn ? leaks(referer) : referer?.includes('token=');
    if (isLeak) object(`the token is in a Referer: ${request.url()}`);
    if (isOwn && leaks(request.url())) object(`the token is sent: ${request.url()}`);
    const isOnNetwork = request.url().startsWith('http');
    if (!isOwn && isOnNetwork && !request.url().startsWith(service.origin))
      object(`a request to a stranger: ${request.url()}`);
  });
  return { lines, problems, hideToken: (token) => void hidden.push(token) };
}

function assertQuiet({ problems }: Seen, allowed: readonly RegExp[]): void {
  const unexpected = problems.filter((line) => !allowed.some((pattern) => pattern.test(line)));
  if (unexpected.length) throw new Error(`There is something unexpected:\n${indented(unexpected)}`);
}

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n');
