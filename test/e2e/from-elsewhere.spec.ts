import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import {
  expectState,
  expectToken,
  expectTokenPart,
  follow,
  tokenOf,
  traverse,
} from './support/seller.ts';
import { expectSpentOnce, expectUnreported } from './support/service.ts';
import type { Buyer } from './support/buyer.ts';
import type { Service } from './support/service.ts';

/** The seller lands, and goes to a page of another site. */
async function landAndLeave(
  page: Page,
  { service, buyer, otherBuyer }: { service: Service; buyer: Buyer; otherBuyer: Buyer },
) {
  buyer.page('/landing');
  otherBuyer.page('/elsewhere', { tag: false });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await follow(page, otherBuyer.url('/elsewhere'));
  return endlink;
}

test('a page that a seller comes back to from another site, and that clears the storage, loses no token', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  buyer.page('/logout', { after: '<script>sessionStorage.clear()</script>' });
  buyer.page('/finish', { body: '<endlink-finish outcome="complete"></endlink-finish>' });
  const endlink = await landAndLeave(page, { service, buyer, otherBuyer });
  await follow(page, buyer.url('/logout'));
  await follow(page, buyer.url('/finish'));
  await expectState(page, 'confirmed');
  await expectSpentOnce(service, endlink, 'complete');
});

test('a seller who comes back from another site finds the token, and what the tag asks to report is reported', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  buyer.page('/finish', { tag: { 'data-outcome': 'screenout' } });
  const endlink = await landAndLeave(page, { service, buyer, otherBuyer });
  await follow(page, buyer.url('/finish'));
  await expectState(page, 'confirmed');
  await expectSpentOnce(service, endlink, 'screenout');
});

// WebDriver waits until a page is read.
test(
  'a page that the seller comes back to from another site, and leaves before it is read, stays that of its token',
  { tag: ['@playwright', '@whole-browser'] },
  async ({ page, service, buyer, otherBuyer }) => {
    buyer.handle('/never-answers.js', () => new Promise(() => undefined));
    const body = '<a href="/next">Next</a><script src="/never-answers.js"></script>';
    buyer.page('/passed', { body });
    for (const path of ['/next', '/landing-b']) buyer.page(path);
    const first = await landAndLeave(page, { service, buyer, otherBuyer });
    const second = await service.issue(buyer.url('/landing-b'));
    await page.goto(buyer.url('/passed'), { waitUntil: 'commit' });
    await page.getByText('Next').click();
    await page.waitForURL(buyer.url('/next'));
    await expectTokenPart(page);
    await follow(page, second.url);
    await expectTokenPart(page);
    expect(await tokenOf(page)).toBe(second.token);
    await traverse(page, 'back', buyer.url('/next'));
    await traverse(page, 'back', buyer.url('/passed'));
    await expectToken(page, first.token);
    await expectUnreported(service, first);
    await expectUnreported(service, second);
  },
);
