import { test } from './support/fixtures.ts';
import type { Vaultlink } from '../../src/browser/endlink/index.ts';
import type { Buyer } from './support/buyer.ts';
import { follow, report } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';

// Over WebDriver, the test goes on once a page has loaded.
const ON_PLAYWRIGHT = { tag: '@playwright' };

const STEP = '<main><endlink-finish outcome="complete"></endlink-finish></main>';
const HIDE = 'document.querySelector("main").hidden = true;';

/** Serves a script that hides the step with the element. Returns what lets the server answer. */
function holdHidingScript(buyer: Buyer): () => void {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  buyer.handle('/hide.js', async () => {
    await released;
    return new Response(HIDE, { headers: { 'content-type': 'text/javascript' } });
  });
  return () => resolve(undefined);
}

for (const file of ['vaultlink.js', 'vaultlink-all.js']) {
  for (const [what, attributes] of [
    ['a deferred script', 'defer'],
    ['a module', 'type="module"'],
  ] as const)
    test(
      `an element of ${file} reports nothing that ${what} hides, however late that comes`,
      ON_PLAYWRIGHT,
      async ({ page, service, buyer }) => {
        const release = holdHidingScript(buyer);
        const body = `${STEP}<script ${attributes} src="/hide.js"></script>`;
        buyer.page('/landing', { tag: { src: `/${file}` }, body });
        const endlink = await service.issue(buyer.url('/landing'));
        await page.goto(endlink.url, { waitUntil: 'commit' });
        await page.waitForFunction(() => document.querySelector('endlink-finish:defined'));
        await page.evaluate(() => (window.vaultlink as Vaultlink).ready);
        release();
        await page.waitForFunction(() => document.querySelector('main')?.hidden);
        await report(page, 'screenout');
        await expectOneRequest(service, endlink, 'screenout');
      },
    );

  test(`an element of ${file} reports nothing that a listener of jQuery hides once the page is ready`, async ({
    page,
    service,
    buyer,
  }) => {
    // As jQuery does since version 3: each listener is called in a timer of its own.
    const ready = `const whenReady = (listener) => document.addEventListener('DOMContentLoaded', () => setTimeout(listener));
      whenReady(() => document.body.append('ready')); whenReady(() => { ${HIDE} });`;
    buyer.page('/landing', {
      tag: { src: `/${file}` },
      body: `${STEP}<script>${ready}</script>`,
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await page.waitForFunction(
      () =>
        document.querySelector('main')?.hidden && document.querySelector('endlink-finish:defined'),
    );
    await report(page, 'screenout');
    await expectOneRequest(service, endlink, 'screenout');
  });

  test(
    `an element of ${file} reports nothing if the page is left before its deferred script has come`,
    ON_PLAYWRIGHT,
    async ({ page, service, buyer }) => {
      const release = holdHidingScript(buyer);
      const body = `${STEP}<script defer src="/hide.js"></script>`;
      buyer.page('/landing', { tag: { src: `/${file}` }, body });
      buyer.page('/next', { tag: false });
      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState === 'interactive');
      await follow(page, buyer.url('/next'));
      await expectUntouched(service, endlink);
      release();
    },
  );
}
