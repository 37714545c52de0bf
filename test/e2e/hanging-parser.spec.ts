import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState, report, withholdPart } from './support/seller.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from './support/service.ts';
import type { Service } from './support/service.ts';

/** A script at the end of the body that never answers: the parser waits for it, and the page is never read to its end. */
const HANGS = '<p id="last">Thank you.</p><script src="/never-answers.js"></script>';

const hang = (buyer: Buyer) =>
  buyer.handle('/never-answers.js', () => new Promise(() => undefined));

/** Opens the landing page, and does not wait until it is read. */
async function land(page: Page, service: Service, buyer: Buyer) {
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url, { waitUntil: 'commit' });
  await page.locator('#last').waitFor();
  return endlink;
}

const isLoading = (page: Page) => page.evaluate(() => document.readyState === 'loading');

// WebDriver waits until a page is read.
test.describe('a page whose parser hangs', { tag: '@playwright' }, () => {
  test('the outcome of the tag is reported though the parser hangs', async ({
    page,
    service,
    buyer,
  }) => {
    hang(buyer);
    buyer.page('/landing', { tag: { 'data-outcome': 'screenout' }, body: HANGS });
    const endlink = await land(page, service, buyer);
    await expectState(page, 'confirmed');
    expect(await isLoading(page)).toBe(true);
    await expectOneRequest(service, endlink, 'screenout');
  });

  test('what a page asks to report is reported though the parser hangs', async ({
    page,
    service,
    buyer,
  }) => {
    hang(buyer);
    buyer.page('/landing', { body: HANGS });
    const endlink = await land(page, service, buyer);
    expect(await report(page, 'complete')).toMatchObject({ state: 'confirmed' });
    expect(await isLoading(page)).toBe(true);
    await expectOneRequest(service, endlink, 'complete');
  });

  test('an element is defined though the parser hangs', async ({ page, service, buyer }) => {
    hang(buyer);
    buyer.page('/landing', { body: `<vault-connect></vault-connect>${HANGS}` });
    await land(page, service, buyer);
    await page.locator('vault-connect:defined').waitFor();
    expect(await isLoading(page)).toBe(true);
  });

  for (const [how, leave] of [
    ['a link', '<a id="leave" href="/elsewhere">Leave</a>'],
    ['a form', '<form action="/elsewhere"><button id="leave">Leave</button></form>'],
  ] as const) {
    test(`a locked outcome leaves with the page where no part has come yet, by ${how}`, async ({
      page,
      service,
      buyer,
    }) => {
      hang(buyer);
      buyer.page('/landing', { body: leave + HANGS });
      buyer.page('/elsewhere', { tag: false });
      await withholdPart(page, 'token');
      const endlink = await land(page, service, buyer);
      await page.evaluate(() => void window.vaultlink?.report?.('quota_full'));
      await expectState(page, 'reporting');
      await expectUntouched(service, endlink);
      await page.locator('#leave').click();
      await page.waitForURL('**/elsewhere*');
      await expectOneRequest(service, endlink, 'quota_full');
    });
  }

  test('a locked outcome that left with the page stays what it is on the next one', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', { tag: { 'data-outcome': 'complete' }, body: HANGS });
    buyer.page('/next');
    hang(buyer);
    await withholdPart(page, 'token');
    const endlink = await land(page, service, buyer);
    await expectState(page, 'reporting');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(buyer.url('/next'));
    await expectSpentOnce(service, endlink, 'complete');
    expect(await report(page, 'fail')).toMatchObject({ outcome: 'complete' });
    await expectSpentOnce(service, endlink, 'complete');
  });

  for (const [what, tag] of [
    ['a dry run', { 'data-test': 'on' }],
    ['a relay', { 'data-via': 'relay' }],
    ['no usable address', { 'data-base-url': 'http://service.example' }],
  ] as const) {
    test(`with ${what} nothing leaves with a page where no part has come yet`, async ({
      page,
      service,
      buyer,
    }) => {
      hang(buyer);
      buyer.page('/landing', { tag: { ...tag, 'data-outcome': 'complete' }, body: HANGS });
      buyer.page('/elsewhere', { tag: false });
      await withholdPart(page, 'token');
      const endlink = await land(page, service, buyer);
      await expectState(page, 'reporting');
      await page.goto(buyer.url('/elsewhere'));
      await expectUntouched(service, endlink);
    });
  }
});
