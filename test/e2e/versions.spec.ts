import { readFileSync } from 'node:fs';
import { VERSION } from '../../src/browser/version.ts';
import { scriptTag } from './support/buyer.ts';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

/** Serves, below `/next/`, the files as a next version would have them: their parts bear its number. */
function serveNextVersion(buyer: Buyer): void {
  buyer.handle('/next/', ({ path }) => {
    const file = readFileSync(`dist/${path.slice('/next/'.length)}`, 'utf8');
    const text = file.replaceAll(VERSION, `${VERSION}-next`);
    return new Response(text, { headers: { 'content-type': 'text/javascript' } });
  });
}

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';
const NEXT_TAG = { src: '/next/vaultlink.js' };

for (const [first, second] of [
  ['the next version', 'this version'],
  ['this version', 'the next version'],
]) {
  const tagOf = (version?: string) => (version === 'the next version' ? NEXT_TAG : {});

  test(`a seller who lands on a page with ${first} finishes on one with ${second}`, async ({
    page,
    service,
    buyer,
  }) => {
    serveNextVersion(buyer);
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
    serveNextVersion(buyer);
    const [tag, other] = [tagOf(first), tagOf(second)];
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

test('a tag asks again for a part that a cache on the way does not have yet', async ({
  page,
  service,
  buyer,
}) => {
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
