import { expect, test } from './in-engine.ts';
import type { ConsoleMessage, Page } from '@playwright/test';
import type {
  EndlinkState,
  EndlinkStateName,
  Vaultlink,
} from '../../../src/browser/endlink/index.ts';
import type { Outcome, ReportOptions } from '../../../src/browser/endlink/index.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import { ENGINE } from '../../support/engines.ts';

/** `window.vaultlink.state()` of the page. */
export function stateOf(page: Page): Promise<EndlinkState> {
  return page.evaluate(() => (window.vaultlink as Vaultlink).state());
}

/** `window.vaultlink.token()` of the page. */
export function tokenOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (window.vaultlink as Vaultlink).token());
}

/** `window.vaultlink.report()` of the page. */
export function report(page: Page, outcome: Outcome, how?: ReportOptions): Promise<EndlinkState> {
  return page.evaluate(([outcome, how]) => (window.vaultlink as Vaultlink).report(outcome, how), [
    outcome,
    how,
  ] as const);
}

/** Waits until the page is in that state. */
export async function expectState(page: Page, state: EndlinkStateName): Promise<void> {
  // Between two pages there is none to ask.
  const known = () => stateOf(page).catch(() => undefined);
  await expect.poll(async () => (await known())?.state).toBe(state);
}

/** Waits until the page belongs to that token. */
export async function expectToken(page: Page, token: string): Promise<void> {
  // Between two pages there is none to ask.
  await expect.poll(() => tokenOf(page).catch(() => undefined)).toBe(token);
}

/** Goes on to an address as a link does. */
export async function follow(page: Page, url: string): Promise<void> {
  await page.evaluate((url) => void setTimeout(() => location.assign(url)), url);
  await page.waitForFunction((path) => location.pathname === path, new URL(url).pathname);
}

/**
 * Goes back or forward, as the buttons of the browser do, to the page at this address. Playwright does not see a page come out of the
 * back/forward cache of Firefox: its own `goBack()` waits for ever there, and `page.url()` stays.
 *
 * @see https://github.com/microsoft/playwright/pull/41872
 */
export async function traverse(page: Page, way: 'back' | 'forward', url: string): Promise<void> {
  // Chromium's headless shell has no back/forward cache.
  if (ENGINE === 'chromium') expect(test.info().tags).toContain('@whole-browser');
  // A script's own way back is lost at times in WebKitGTK, where the driver's call is none of Playwright's.
  if (ENGINE === 'webkit') await page[way === 'back' ? 'goBack' : 'goForward']();
  // In a task of its own: the page may be gone before a call that waits for it returns.
  else await page.evaluate((way) => void setTimeout(() => history[way]()), way);
  await page.waitForFunction((url) => location.href === url, url);
}

/**
 * Opens another tab with a copy of this one's sessionStorage, as a browser does that duplicates a tab, at a path of the same site. By a
 * click: WebKit opens no window without one.
 */
export async function openCopy(page: Page, path: string): Promise<Page> {
  await page.evaluate((path) => {
    const button = document.createElement('button');
    button.textContent = 'Open a copy';
    button.onclick = () => {
      button.remove();
      window.open(path);
    };
    document.body.append(button);
  }, path);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open a copy' }).click();
  const tab = await opened;
  // Firefox tells of it before it has gone anywhere, and there forgets a function that waits in the empty page.
  const pathname = () => tab.evaluate(() => location.pathname).catch(() => '');
  await expect.poll(pathname).toBe(path);
  return tab;
}

/** Returns the text that an element of ours shows. For pages after {@link traverse}: in one out of Firefox's cache Playwright's locators wait for ever. */
export function shadowOf(page: Page, name: string): Promise<{ text: string; buttons: number }> {
  return page.evaluate((name) => {
    const inside = document.querySelector(name)?.shadowRoot;
    const buttons = inside?.querySelectorAll('button').length ?? 0;
    return { text: inside?.textContent ?? '', buttons };
  }, name);
}

/** Collects what the pages of this tab say in the console, from now on. */
export function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message: ConsoleMessage) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  return lines;
}

/** Waits until the page has started the part that every page with a token loads. */
export async function expectTokenPart(page: Page): Promise<void> {
  const isStarted = () =>
    page
      .evaluate(async () => {
        const isDownloaded = performance
          .getEntriesByType('resource')
          .some(({ name }) => new URL(name).pathname === '/vaultlink-token.js');
        return isDownloaded && !!(await (window.vaultlink as EndlinkEngine).load('token'));
      })
      .catch(() => false);
  await expect.poll(isStarted).toBe(true);
}

/** Holds a part back, as a slow network would, until what this returns is called. */
export async function withholdPart(page: Page, name: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/vaultlink-${name}.js?*`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release?.();
}
