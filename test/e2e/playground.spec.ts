import type { Page } from '@playwright/test';
import { ENGINE } from '../support/engines.ts';
import { complaintsAbout } from './support/axe.ts';
import { expect, test as base } from './support/in-engine.ts';
import { startSite } from './support/site.ts';
import type { Site } from './support/site.ts';
import { expectDecided } from './support/verdict.ts';

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const site = await startSite('/shop/docs/');
    await use(site);
    await site.close();
  },
});

const COUNTED_ONCE = '1 seller landed · 1 outcome counted · 0 lost · 0 doubled';
const NOT_COUNTED = '1 seller landed · 0 outcomes counted · 0 lost · 0 doubled';

/** Opens the playground. Returns the addresses of other hosts that any of its pages asks for. */
async function openPlayground(page: Page, site: Site): Promise<string[]> {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^\w+:\/\//.test(url) && !url.startsWith(site.origin)) foreign.push(url);
  });
  await page.goto(site.url('playground/'));
  await expect(page.locator('[data-ready]')).toHaveCount(1);
  return foreign;
}

const part = (page: Page, name: string) => page.locator(`[data-part=${name}]`);

/** Presses a button. WebKit's driver scrolls it under the verdict, where its pointer does not reach it. */
const press = (page: Page, name: string) =>
  ENGINE === 'webkit' ? part(page, name).dispatchEvent('click') : part(page, name).click();

/** The survey page in the first tab. */
const survey = (page: Page) => page.locator('[data-part=screen] iframe').first().contentFrame();

/** Waits for the figures of the playground's service. What it has counted twice stays so. */
async function expectVerdict(page: Page, verdict: string): Promise<void> {
  const figures = page.locator('[data-part=verdict] .figures');
  const isMet = () => expect(figures).toHaveText(verdict);
  await isMet().catch(async (error: unknown) => {
    const [text = ''] = await figures.allTextContents();
    if (/[1-9]\d* doubled/.test(text)) await expectDecided(isMet);
    throw error;
  });
}

/** Sends a seller, and waits for the landing page. */
async function land(page: Page): Promise<void> {
  await press(page, 'next');
  await expect(part(page, 'next')).toHaveText('Finish the survey');
}

/** Presses what the survey page holds. WebKit scrolls it under the verdict, where a pointer does not reach it. */
const choose = (page: Page, name: string, role: 'link' | 'button' = 'link') =>
  survey(page).getByRole(role, { name }).dispatchEvent('click');

/** Leads the seller who is on the landing page to the end, by the button for the next step. */
async function finish(page: Page): Promise<void> {
  await expect(part(page, 'next')).toHaveText('Finish the survey');
  await press(page, 'next');
  await expect(part(page, 'next')).toHaveText('Send the next seller');
}

test('the playground counts a seller who lands and finishes once, and asks no other host for anything', async ({
  page,
  site,
}) => {
  const foreign = await openPlayground(page, site);
  await land(page);
  await expectVerdict(page, NOT_COUNTED);
  await choose(page, 'Coffee');
  await expectVerdict(page, COUNTED_ONCE);
  await expect(survey(page).getByRole('status')).toContainText('has been recorded');
  await expect(part(page, 'address')).toHaveText('/shop/docs/play/thanks.html');
  await expect(part(page, 'log')).toContainText('Request 1, complete: counted. Answer 200.');
  expect(foreign).toEqual([]);
});

for (const [answer, outcome] of [
  ['None', 'screenout'],
  ['Tea', 'quota_full'],
  ['Lemonade', 'fail'],
] as const) {
  test(`the playground counts ${outcome} where the survey ends so`, async ({ page, site }) => {
    await openPlayground(page, site);
    await land(page);
    await choose(page, answer);
    await expectVerdict(page, COUNTED_ONCE);
    await expect(part(page, 'log')).toContainText(`Request 1, ${outcome}: counted.`);
  });
}

const PASSING_BREAKS = [
  ['lose-request', 'The request gets lost. The service never sees it.'],
  ['lose-answer', 'refused with 422, because the token is used. Nothing counts twice.'],
  ['unavailable', 'Request 1, complete: answered with 503. Not counted.'],
] as const;

for (const [name, line] of PASSING_BREAKS) {
  test(`the playground counts a seller once after the break "${name}"`, async ({ page, site }) => {
    const foreign = await openPlayground(page, site);
    await press(page, `break-${name}`);
    await finish(page);
    await expect(part(page, 'log')).toContainText(line);
    await expectVerdict(page, COUNTED_ONCE);
    expect(foreign).toEqual([]);
  });
}

test('the playground counts a seller once who finishes without a network, closes the tab and reopens it', async ({
  page,
  site,
}) => {
  const foreign = await openPlayground(page, site);
  await press(page, 'break-cut');
  await finish(page);
  await expect(part(page, 'log')).toContainText('Attempt 1 did not leave.');
  await expectVerdict(page, NOT_COUNTED);
  await press(page, 'close');
  await press(page, 'reopen');
  await expect(part(page, 'log')).toContainText('Finds complete unconfirmed, and continues.');
  await expectVerdict(page, NOT_COUNTED);
  await press(page, 'break-cut');
  await expectVerdict(page, COUNTED_ONCE);
  await expect(survey(page).getByRole('status')).toContainText('has been recorded');
  expect(foreign).toEqual([]);
});

test('the playground shows that an outcome is counted while its answer is held back', async ({
  page,
  site,
}) => {
  await openPlayground(page, site);
  await press(page, 'break-hold');
  await finish(page);
  await expectVerdict(page, COUNTED_ONCE);
  await expect(part(page, 'tag-state')).toHaveText('reporting · complete · 1 attempt');
  await expect(part(page, 'break-hold')).toContainText('Let the answer through');
  await press(page, 'break-hold');
  await expect(part(page, 'tag-state')).toHaveText('confirmed · complete · 1 attempt');
  await expectVerdict(page, COUNTED_ONCE);
});

test('the playground counts a seller once who loads the page again while the answer is held back', async ({
  page,
  site,
}) => {
  await openPlayground(page, site);
  await press(page, 'break-hold');
  await finish(page);
  await expectVerdict(page, COUNTED_ONCE);
  await press(page, 'reload');
  await expect(part(page, 'log')).toContainText('Request 2, complete: refused with 422');
  await expect(survey(page).getByRole('status')).toContainText('most likely been recorded');
  await expectVerdict(page, COUNTED_ONCE);
});

test('the playground counts a seller once who finishes in two tabs at once', async ({
  page,
  site,
}) => {
  await openPlayground(page, site);
  await press(page, 'break-twice');
  await expectVerdict(page, COUNTED_ONCE);
  await expect(page.locator('[data-part=screen] iframe')).toHaveCount(2);
  const second = page.locator('[data-part=screen] iframe').last().contentFrame();
  await expect(second.getByRole('status')).toContainText('has been recorded');
  await expect(survey(page).getByRole('status')).toContainText('has been recorded');
  await expectVerdict(page, COUNTED_ONCE);
});

test('the playground says that an outcome is lost which no attempt reports within the hour', async ({
  page,
  site,
}) => {
  await openPlayground(page, site);
  await press(page, 'break-cut');
  await finish(page);
  await press(page, 'break-hour');
  await expectVerdict(page, '1 seller landed · 0 outcomes counted · 1 lost · 0 doubled');
  await press(page, 'break-cut');
  await expect(part(page, 'log')).toContainText('refused with 422: this token expired');
  await press(page, 'reset');
  await expectVerdict(page, '0 sellers landed · 0 outcomes counted · 0 lost · 0 doubled');
});

test('the playground shows the page of the service where the seller finishes there, and asks no other host for it', async ({
  page,
  site,
}) => {
  const foreign = await openPlayground(page, site);
  await press(page, 'break-cut');
  await finish(page);
  await choose(page, 'Finish at the marketplace', 'button');
  await expect(survey(page).locator('h1')).toHaveText('No connection');
  await press(page, 'break-cut');
  await expectVerdict(page, NOT_COUNTED);
  await press(page, 'reload');
  await expect(survey(page).locator('h1')).toHaveText('Thank you, this packet is published');
  await expectVerdict(page, COUNTED_ONCE);
  expect(foreign).toEqual([]);
});

test('the playground shows the HTML of the survey page, without what is there for it alone', async ({
  page,
  site,
}) => {
  await openPlayground(page, site);
  await press(page, 'break-twice');
  await expectVerdict(page, COUNTED_ONCE);
  await page.getByRole('tab', { name: 'HTML of the page' }).click();
  await expect(page.locator('[data-part=source] mark').first()).toHaveText(
    '<script src="vaultlink.js" data-base-url="https://service.example"></script>',
  );
  await expect(page.locator('[data-part=source] mark').last()).toHaveText(
    '<endlink-finish outcome="complete"></endlink-finish>',
  );
  await expect(part(page, 'source')).not.toContainText('playground.js');
});

// An init script cannot enter a page with a content security policy over WebDriver.
test(
  'the playground works where the browser blocks storage',
  { tag: '@playwright' },
  async ({ page, site }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException('Blocked', 'SecurityError');
          },
        });
    });
    await openPlayground(page, site);
    await press(page, 'break-lose-answer');
    await finish(page);
    await expect(part(page, 'log')).toContainText('Nothing counts twice.');
    await expectVerdict(page, COUNTED_ONCE);
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  // Not over WebDriver: it chooses no colour scheme.
  test(
    `axe finds nothing on the playground, nor on a narrow screen, in ${colorScheme} mode`,
    { tag: '@playwright' },
    async ({ browser, site }) => {
      for (const width of [320, 1280]) {
        const viewport = { width, height: 700 };
        const context = await browser.newContext({ colorScheme, viewport });
        const page = await context.newPage();
        await openPlayground(page, site);
        expect(await complaintsAbout(page, { include: ['main'] })).toEqual([]);
        await press(page, 'break-lose-answer');
        await finish(page);
        await expectVerdict(page, COUNTED_ONCE);
        for (const name of ['Log', 'The service’s records', 'HTML of the page']) {
          await page.getByRole('tab', { name }).click();
          expect(await complaintsAbout(page, { include: ['main'] })).toEqual([]);
        }
        await context.close();
      }
    },
  );
}
