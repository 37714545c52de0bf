import type { EndlinkStateName } from '../../src/browser/endlink/index.ts';
import { BROWSER_START, openBareBrowser } from './support/bare-browser.ts';
import type { BareBrowser } from './support/bare-browser.ts';
import type { Buyer } from './support/buyer.ts';
import { expect, test as base } from './support/fixtures.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import type { Service } from './support/service.ts';

/** What a page tells its server about itself. */
interface Sight {
  when: string;
  prerendering: boolean;
  /** Above 0 only on a page that was prerendered and has been activated. */
  activationStart: number;
  search: string;
  stored: boolean;
  state: EndlinkStateName;
}

// Chromium alone: no other engine prerenders pages.
const test = base.extend<{ open: (url: string) => Promise<void> }>({
  // No `page` here: Playwright's browser is under a debugger.
  open: async ({ service }, use) => {
    const browsers: BareBrowser[] = [];
    await use(async (url) => void browsers.push(await openBareBrowser(url)));
    await Promise.all(browsers.map((browser) => browser.close()));
    await service.release();
  },
});

/** Tells the server what the page is like: once it has loaded, when it is activated, and at the end. */
const TELL = `<script>
  const tell = (when) => fetch('/seen', {
    method: 'POST',
    body: JSON.stringify({
      when,
      prerendering: document.prerendering,
      activationStart: performance.getEntriesByType('navigation')[0].activationStart,
      search: location.search,
      stored: sessionStorage.vaultlink !== undefined,
      state: window.vaultlink.state().state,
    }),
  });
  addEventListener('load', async () => {
    await fetch('/barrier');
    await tell('loaded');
  });
  document.addEventListener('prerenderingchange', () => vaultlink.ready.then(() => tell('activated')));
  document.addEventListener('endlink-confirmed', () => tell('confirmed'));
</script>`;

/** Prerenders a page, and goes there once the server lets it. */
const prerender = (url: string) => `<script type="speculationrules">
  ${JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] })}
</script>
<script>
  fetch('/go').then(() => (location.href = ${JSON.stringify(url)}));
</script>`;

/** Collects what pages tell; `go` lets the seller move on. */
function watch(buyer: Buyer, service: Service) {
  const sights: Sight[] = [];
  service.watch(() =>
    Promise.resolve(sights.map(({ state }) => ({ where: 'a page', state })).slice(-1)),
  );
  let go: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  buyer.handle('/seen', ({ body }) => {
    sights.push(JSON.parse(body) as Sight);
    return new Response(null, { status: 204 });
  });
  buyer.handle('/go', async () => {
    await gone;
    return new Response('go');
  });
  const expectSight = (when: string) =>
    expect.poll(() => sights.find((sight) => sight.when === when), BROWSER_START);
  return { sights, expectSight, go: () => go?.() };
}

test(
  'a landing page that is prerendered captures when it is activated, not before',
  { tag: '@chromium' },
  async ({ service, buyer, open }) => {
    const { sights, expectSight, go } = watch(buyer, service);
    buyer.page('/landing', { after: TELL });
    const endlink = await service.issue(buyer.url('/landing'));
    const { search } = new URL(endlink.url);
    buyer.page('/start', { tag: false, body: prerender(endlink.url) });

    await open(buyer.url('/start'));
    await expectSight('loaded').toEqual({
      when: 'loaded',
      prerendering: true,
      activationStart: 0,
      search,
      stored: false,
      state: 'missing',
    });
    go();
    await expectSight('activated').toMatchObject({
      prerendering: false,
      search: '',
      stored: true,
      state: 'waiting',
    });
    const activated = sights.find(({ when }) => when === 'activated');
    expect(activated?.activationStart).toBeGreaterThan(0);
    // The page that was activated is the one that was prerendered: it was downloaded once.
    expect(buyer.requests.filter(({ path }) => path === '/landing')).toHaveLength(1);
    await expectUntouched(service, endlink);
  },
);

test(
  'a page that is prerendered without a token captures the one of the address that it is activated for',
  { tag: '@chromium' },
  async ({ service, buyer, open }) => {
    const { expectSight, go } = watch(buyer, service);
    const noVarySearch = 'params=("service_endlink_token" "seller_id")';
    buyer.page('/landing', { after: TELL, headers: { 'no-vary-search': noVarySearch } });
    const endlink = await service.issue(buyer.url('/landing'));
    const rule = {
      urls: [buyer.url('/landing')],
      expects_no_vary_search: noVarySearch,
      eagerness: 'immediate',
    };
    buyer.page('/start', {
      tag: false,
      body: `<script type="speculationrules">${JSON.stringify({ prerender: [rule] })}</script>
        <script>fetch('/go').then(() => (location.href = '${endlink.url}'))</script>`,
    });

    await open(buyer.url('/start'));
    await expectSight('loaded').toMatchObject({ prerendering: true, search: '' });
    go();
    await expectSight('activated').toMatchObject({ search: '', stored: true, state: 'waiting' });
    expect(buyer.requests.filter(({ path }) => path === '/landing')).toHaveLength(1);
    await expectUntouched(service, endlink);
  },
);

for (const [how, page] of Object.entries({
  'the script tag': { tag: { 'data-outcome': 'complete' }, after: TELL },
  'an element': { after: TELL, body: '<endlink-finish outcome="complete"></endlink-finish>' },
  'a call': { after: `${TELL}<script>vaultlink.report('complete')</script>` },
})) {
  test(`a finish page that is prerendered reports by ${how} when it is activated, not before`, async ({
    service,
    buyer,
    open,
  }) => {
    const { sights, expectSight, go } = watch(buyer, service);
    buyer.page('/landing', { body: prerender(buyer.url('/finish')) });
    buyer.page('/finish', page);
    const endlink = await service.issue(buyer.url('/landing'));

    await open(endlink.url);
    await expectSight('loaded').toMatchObject({ prerendering: true, activationStart: 0 });
    await expectUntouched(service, endlink);
    go();
    await expectSight('confirmed').toMatchObject({ prerendering: false, state: 'confirmed' });
    const confirmed = sights.find(({ when }) => when === 'confirmed');
    expect(confirmed?.activationStart).toBeGreaterThan(0);
    expect(buyer.requests.filter(({ path }) => path === '/finish')).toHaveLength(1);
    await expectOneRequest(service, endlink, 'complete');
  });
}
