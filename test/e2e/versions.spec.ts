import { readFileSync } from 'node:fs';
import { scriptTag } from './support/buyer.ts';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

/** The files of version 0.1.0, as it was built. */
const OLD_FILES = new URL('version-0.1.0/', import.meta.url);

/** Serves files of version 0.1.0 in the place of this version's: what a browser, or a cache on the way that ignores queries, has kept. */
function serveOld(buyer: Buyer, ...names: string[]): void {
  for (const name of names) {
    const file = readFileSync(new URL(name, OLD_FILES), 'utf8');
    buyer.handle(`/${name}`, () => {
      return new Response(file, { headers: { 'content-type': 'text/javascript' } });
    });
  }
}

/** Serves all of version 0.1.0 below `/old/`. */
function serveOldFolder(buyer: Buyer): void {
  buyer.handle('/old/', ({ path }) => {
    const file = readFileSync(new URL(path.slice('/old/'.length), OLD_FILES), 'utf8');
    return new Response(file, { headers: { 'content-type': 'text/javascript' } });
  });
}

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';
const OLD_TAG = { src: '/old/vaultlink.js' };

test('a tag of version 0.1.0 that was cached reports through the element of this version', async ({
  page,
  service,
  buyer,
}) => {
  serveOld(buyer, 'vaultlink.js');
  buyer.page('/landing', { body: '<a href="/finish">Next</a>' });
  buyer.page('/finish', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

test('a tag of version 0.1.0 that was cached reports the outcome of its attribute through the files of this version', async ({
  page,
  service,
  buyer,
}) => {
  serveOld(buyer, 'vaultlink.js');
  buyer.page('/landing', { tag: { 'data-outcome': 'screenout' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});

test('a tag of version 0.1.0 that was cached takes the token along to another host with the files of this version', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  serveOld(buyer, 'vaultlink.js');
  buyer.page('/landing', {
    tag: { 'data-carry': otherBuyer.host },
    body: `<a href="${otherBuyer.url('/finish')}">Next</a>`,
  });
  otherBuyer.page('/finish', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.waitForFunction(() => 'configure' in Object(window.vaultlink));
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

for (const [first, second] of [
  ['0.1.0', 'this version'],
  ['this version', '0.1.0'],
]) {
  test(`a seller who lands on a page with ${first} finishes on one with ${second}`, async ({
    page,
    service,
    buyer,
  }) => {
    serveOldFolder(buyer);
    const tagOf = (version?: string) => (version === '0.1.0' ? OLD_TAG : {});
    buyer.page('/landing', { tag: tagOf(first), body: '<a href="/finish">Next</a>' });
    buyer.page('/finish', { tag: tagOf(second), body: FINISH });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await page.getByRole('link', { name: 'Next' }).click();
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });

  test(`a page with ${first} first and ${second} after it reports once`, async ({
    page,
    service,
    buyer,
  }) => {
    serveOldFolder(buyer);
    const [tag, other] = first === '0.1.0' ? [OLD_TAG, {}] : [{}, OLD_TAG];
    buyer.page('/landing', {
      tag,
      after: scriptTag({ src: '/vaultlink.js', 'data-base-url': service.origin, ...other }),
      body: FINISH,
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'confirmed');
    await page.reload();
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });
}

test('a tag of this version asks again for its parts while a cache still has the files of version 0.1.0 alone', async ({
  page,
  service,
  buyer,
}) => {
  serveOld(buyer, 'vaultlink-elements.js', 'vaultlink-report.js', 'vaultlink-relay.js');
  let hasNewFiles = false;
  let refusedCount = 0;
  const file = readFileSync('dist/vaultlink-token.js', 'utf8');
  buyer.handle('/vaultlink-token.js', () => {
    if (!hasNewFiles) {
      refusedCount += 1;
      return new Response(null, { status: 404 });
    }
    return new Response(file, { headers: { 'content-type': 'text/javascript' } });
  });
  buyer.page('/landing', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect.poll(() => refusedCount).toBeGreaterThan(0);
  hasNewFiles = true;
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
});
