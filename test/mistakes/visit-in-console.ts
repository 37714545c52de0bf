import type { Browser, Page } from 'playwright-core';
import { CONSOLE_SENTENCES } from '../../src/protocol/causes.ts';
import { listen } from '../../src/node/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { recordRequests } from './record-requests.ts';
import type { RecordedCheck } from './recorded-checks.ts';
import { serveSite } from '../node/check/serve-site.ts';
import type { Site } from '../node/check/site-parts.ts';

/** Makes the token of each visit the same one. */
export const SEED = 'mistakes';

/** A page says what it knows within this time. What never comes is waited for that long. */
const REACTION_MS = 4000;

/**
 * Visits a site as a person does who started a check in the console of a sandbox: goes on to the end, presses a banner that is in the way, and says that
 * the survey is over.
 */
export async function visitInConsole(browser: Browser, site: Site): Promise<RecordedCheck> {
  const sandbox = createSandbox({ seed: SEED });
  const recorder = recordRequests((request) => sandbox.fetch(request));
  const service = await listen((request) => recorder.fetch(request));
  const served = await serveSite(site, { service: service.origin, isDebugged: true });
  const context = await browser.newContext();
  const said = new Set<string>();
  context.on('console', (message) => {
    for (const cause of causesIn(message.text())) said.add(cause);
  });
  try {
    const page = await context.newPage();
    await page.goto(`${service.origin}/sandbox/check`);
    await page.locator('#check-url').fill(served.origin + (site.path ?? '/'));
    await page.locator('#check-expected').selectOption(site.expected ?? '');
    await page.getByRole('button', { name: 'Start the check' }).click();
    // The form refuses an endlink URL that a marketplace would break.
    if (await page.locator('#check-url[aria-invalid="true"]').isVisible())
      return { console: [], checkPage: ['endlink-url'], requests: recorder.requests() };
    await page.getByText('Live', { exact: true }).waitFor();
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open the page' }).click();
    const tab = await popup;
    await hear(page, tab);
    await goOn(page, tab, site.clicks ?? ['#start']);
    const checkPage = await causesOn(page, tab);
    return { console: [...said].sort(), checkPage, requests: recorder.requests() };
  } finally {
    await context.close();
    await served.close();
    await service.close();
    sandbox.close();
  }
}

/** Waits until the page of the check has heard of the tab, as a person looks at it before they go on. Some tabs never say anything. */
async function hear(page: Page, tab: Page): Promise<void> {
  await settle(tab);
  const heard = page.locator('#verdict-opens[data-verdict="ok"]');
  await heard.waitFor({ timeout: REACTION_MS }).catch(() => undefined);
}

async function settle(tab: Page): Promise<void> {
  await tab.waitForLoadState('networkidle', { timeout: REACTION_MS }).catch(() => undefined);
}

/** Clicks through the survey. Presses a banner that is in the way first, and tells the console of it. */
async function goOn(page: Page, tab: Page, clicks: readonly string[]): Promise<void> {
  const click = (selector: string) =>
    tab
      .locator(selector)
      .first()
      .click({ timeout: REACTION_MS })
      .then(
        () => true,
        () => false,
      );
  for (const selector of clicks) {
    if (!(await click(selector)) && (await click('#cookie-banner button'))) {
      await hear(page, tab);
      await click(selector);
      const wasCovered = page.getByRole('button', { name: 'Yes, I had to press it' });
      if (await wasCovered.isVisible()) await wasCovered.click();
    }
    await settle(tab);
  }
  await page
    .locator('#visit-status[data-news^="Reported"], button:text("The survey is over")')
    .first()
    .waitFor();
  const over = page.getByRole('button', { name: 'The survey is over' });
  const end = page.locator(
    '#visit-status:is([data-news^="Reported"], [data-news^="Refused"], [data-news^="Ended"])',
  );
  // A report that comes meanwhile takes the button away.
  if (await over.isVisible()) await Promise.any([over.click(), end.waitFor()]);
  await end.waitFor();
}

/** Returns the causes on the page once the tab has nothing more to say. */
async function causesOn(page: Page, tab: Page): Promise<string[]> {
  await settle(tab);
  await page.reload();
  return page.$$eval('[data-cause]', (rows) =>
    rows.map((row) => row.getAttribute('data-cause') ?? ''),
  );
}

/** Returns the causes that a line of the browser's console names. The line about a part is not in the table: the tag says it before any part is there. */
function causesIn(line: string): string[] {
  if (/^\[vaultlink\] vaultlink-[\w-]+\.js cannot be loaded/.test(line)) return ['part'];
  return Object.entries(CONSOLE_SENTENCES)
    .filter(([, sentence]) => patternOf(sentence).test(line))
    .map(([cause]) => cause);
}

const patternOf = (sentence: string) =>
  new RegExp(
    `^\\[vaultlink\\] ${sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.*')}$`,
    's',
  );
