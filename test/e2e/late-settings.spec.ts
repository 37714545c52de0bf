import { readFileSync } from 'node:fs';
import type { EndlinkEngine } from '../../src/browser/endlink/parts.ts';
import { test } from './support/fixtures.ts';
import { expectToken, expectTokenPart } from './support/seller.ts';
import { expectSpentOnce } from './support/service.ts';

/** Only a browser with the Navigation API tells of `location.href = …`. */
const ON_CHROMIUM = { tag: '@chromium' };

test(
  'a host that is named once the page has started has the token by location.href',
  ON_CHROMIUM,
  async ({ page, service, buyer, otherBuyer }) => {
    buyer.page('/landing');
    otherBuyer.page('/next');
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await page.evaluate(
      (carry) => (window.vaultlink as EndlinkEngine).configure({ carry }),
      otherBuyer.host,
    );
    await page.waitForFunction(
      () => (window.vaultlink as EndlinkEngine).parts['script-navigation'],
    );
    await page.evaluate((url) => {
      location.href = url;
    }, otherBuyer.url('/next'));
    await page.waitForURL('**/next');
    await expectToken(page, endlink.token);
  },
);

test('a part is asked for again on a page whose console has nothing but log()', async ({
  page,
  service,
  buyer,
}) => {
  const replies = [404, 200];
  buyer.handle('/vaultlink-token.js', () => {
    const status = replies.shift() ?? 200;
    const headers = { 'content-type': 'text/javascript' };
    return new Response(readFileSync('dist/vaultlink-token.js', 'utf8'), { status, headers });
  });
  buyer.page('/landing', {
    after: '<script>var console = { log() {} };</script>',
    body: '<endlink-finish outcome="complete"></endlink-finish>',
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectSpentOnce(service, endlink, 'complete');
});
