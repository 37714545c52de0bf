import { BROWSER_START } from './support/bare-browser.ts';
import { openDiscardingBrowser } from './support/discarding-browser.ts';
import type { DiscardingBrowser } from './support/discarding-browser.ts';
import { expect, test as base } from './support/fixtures.ts';
import { expectReceived } from './support/verdict.ts';

/** What a page tells its server about itself. */
interface Sight {
  wasDiscarded: boolean;
  state: string;
  attempts?: number;
  probablyRecorded?: boolean;
}

const test = base.extend<{ open: (url: string) => Promise<DiscardingBrowser> }>({
  // No `page` here: a tab with a debugger attached is never discarded.
  open: async ({ service }, use) => {
    const browsers: DiscardingBrowser[] = [];
    await use(async (url) => {
      const browser = await openDiscardingBrowser(url);
      browsers.push(browser);
      return browser;
    });
    await Promise.all(browsers.map((browser) => browser.close()));
    await service.release();
  },
});

const TELL = `<script>
  vaultlink.subscribe(({ state, attempts, probablyRecorded }) => fetch('/seen', {
    method: 'POST',
    body: JSON.stringify({ wasDiscarded: document.wasDiscarded, state, attempts, probablyRecorded }),
  }));
</script>`;

for (const [when, fault, seen, received] of [
  [
    'before the service has processed its report is confirmed where the seller comes back to it',
    {},
    { state: 'confirmed', attempts: 2 },
    [422, 200],
  ],
  [
    'after that finds its report most likely saved',
    { processed: true },
    { state: 'unknown', attempts: 2, probablyRecorded: true },
    [200, 422],
  ],
] as const) {
  // Chromium alone has a page of its own by which a tab can be discarded.
  test(
    `a tab that the browser discards ${when}`,
    { tag: '@chromium' },
    async ({ service, buyer, open }) => {
      const sights: Sight[] = [];
      buyer.handle('/seen', ({ body }) => {
        sights.push(JSON.parse(body) as Sight);
        return new Response(null, { status: 204 });
      });
      buyer.page('/finish', { tag: { 'data-outcome': 'complete' }, after: TELL });
      const endlink = await service.issue(buyer.url('/finish'));
      await service.addFault({ kind: 'hold', ...fault });

      const browser = await open(endlink.url);
      await expect.poll(() => service.heldCount(), BROWSER_START).toBe(1);
      await browser.discard(buyer.url('/finish'));
      await browser.turnTo(buyer.url('/finish'));

      await expect.poll(() => sights.at(-1)).toMatchObject({ wasDiscarded: true, ...seen });
      await service.release();
      await expectReceived(service, async () => {
        const requests = await service.requests(endlink);
        expect(requests.map(({ status }) => status)).toEqual(received);
        expect(requests.map(({ outcome }) => outcome)).toEqual(['complete', 'complete']);
        expect(requests.filter(({ spent }) => spent)).toHaveLength(1);
      });
    },
  );
}
