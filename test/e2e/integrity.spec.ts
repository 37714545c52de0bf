import { readFileSync } from 'node:fs';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

const readHashes = () =>
  JSON.parse(readFileSync('dist/sri.json', 'utf8')) as Record<string, string>;

const VERSION = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

/** Serves a built file to other hosts, too, with `added` behind it. */
function serve(host: Buyer, name: string, added = ''): void {
  const file = readFileSync(`dist/${name}`, 'utf8') + added;
  host.handle(`/${name}`, () => {
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    return new Response(file, { headers });
  });
}

/** The attributes of a tag from `dist/tag.html`, with a host in its place. */
const tagFrom = (host: Buyer, name: string) => ({
  src: host.url(`/${name}`),
  integrity: readHashes()[name],
  crossorigin: 'anonymous',
});

const CHANGED = '\n;window.changedFileRan = true;';

const changedFileRan = () => 'changedFileRan' in window;

test('the whole of vaultlink-all.js runs from another host with its hash, and reports', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  serve(otherBuyer, 'vaultlink-all.js');
  const tag = { ...tagFrom(otherBuyer, 'vaultlink-all.js'), 'data-outcome': 'complete' };
  buyer.page('/landing', { tag });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
});

test('a changed vaultlink-all.js does not run where its tag has the hash', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  serve(otherBuyer, 'vaultlink-all.js', CHANGED);
  buyer.page('/landing', { tag: tagFrom(otherBuyer, 'vaultlink-all.js') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  expect(otherBuyer.requests.map(({ path }) => path)).toContain('/vaultlink-all.js');
  expect(await page.evaluate(changedFileRan)).toBe(false);
  expect(await page.evaluate(() => 'vaultlink' in window)).toBe(false);
});

test('the hash of vaultlink.js does not cover its parts, nor does an import map beyond their first address', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  serve(otherBuyer, 'vaultlink.js');
  serve(otherBuyer, 'vaultlink-token.js', CHANGED);
  const first = otherBuyer.url(`/vaultlink-token.js?v=${VERSION}-0`);
  const map = JSON.stringify({ integrity: { [first]: readHashes()['vaultlink-token.js'] } });
  buyer.page('/landing', {
    before: `<script type="importmap">${map}</script>`,
    tag: tagFrom(otherBuyer, 'vaultlink.js'),
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.waitForFunction(changedFileRan);
  const addresses = otherBuyer.requests.map(({ path, search }) => otherBuyer.url(path) + search);
  expect(addresses).toContain(first);
  expect(addresses).toContain(otherBuyer.url(`/vaultlink-token.js?v=${VERSION}-1`));
});
