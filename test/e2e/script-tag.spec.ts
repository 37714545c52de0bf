import { scriptTag } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { consoleOf, expectState } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

const freezeSettings = (baseUrl: string) =>
  `<script>window.vaultlinkConfig = Object.freeze({ baseUrl: '${baseUrl}' });</script>`;

test('calls queued before a tag that loads async run once it has captured', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    before: `<script>
      (window.vaultlink ||= []).push((vaultlink) => (sellerId = vaultlink.state().sellerId));
      window.vaultlink.push((vaultlink) => vaultlink.report('complete'));
    </script>`,
    tag: { async: '' },
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectOneRequest(service, endlink, 'complete');
  expect(await page.evaluate('sellerId')).toBe('seller-1');
});

for (const attribute of ['async', 'defer']) {
  test(`a tag with ${attribute} captures on the landing page and finishes on the next`, async ({
    page,
    service,
    buyer,
  }) => {
    const tag = { [attribute]: '' };
    buyer.page('/landing', { tag, body: '<a href="/finish">Next</a>' });
    buyer.page('/finish', { tag, body: '<endlink-finish outcome="complete"></endlink-finish>' });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'waiting');
    expect(page.url()).toBe(buyer.url('/landing'));
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await expectOneRequest(service, endlink, 'complete');
  });
}

test('all of it works under a strict Content Security Policy with a nonce and Trusted Types', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-r4nd0m'",
    `connect-src ${service.origin}`,
    // Firefox asks for it without being told to.
    `img-src ${buyer.url('/favicon.ico')}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  buyer.page('/landing', {
    tag: { nonce: 'r4nd0m' },
    after: `<script nonce="r4nd0m">
      violations = [];
      addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    </script>`,
    body: '<endlink-finish outcome="complete" manual></endlink-finish>',
    headers: { 'content-security-policy': policy },
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
  expect(await page.evaluate('violations')).toEqual([]);
  expect(lines).toEqual([]);
  // The policy is in force.
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('img'), { src: '/x.png' }));
  });
  await expect.poll(() => page.evaluate('violations')).toEqual(['img-src']);
});

test('a tag that is loaded twice is harmless, and says so in the console', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  const outcome = { 'data-outcome': 'complete' };
  buyer.page('/landing', {
    tag: outcome,
    after: scriptTag({ src: '/vaultlink.js', 'data-base-url': service.origin, ...outcome }),
    body: scriptTag({ src: '/vaultlink.js?v=2', 'data-base-url': service.origin, ...outcome }),
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
  const sentence = 'The script tag is on this page more than once';
  await expect.poll(() => lines.join('\n')).toContain(sentence);
  expect(lines).toHaveLength(1);
});

test('a tag with a relative address finds its parts after a router has changed that of the page', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { tag: { src: 'vaultlink.js' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'waiting');
  await page.evaluate(() => {
    history.pushState(null, '', '/survey/step/2');
    document.body.innerHTML = '<endlink-finish outcome="complete"></endlink-finish>';
  });
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

for (const [how, baseUrl, before] of [
  ['whose element names the service', true, ''],
  ['whose settings are frozen', false, (origin: string) => freezeSettings(origin)],
] as const)
  test(`a page ${how} finds the other files beside that of the elements, which is alone there`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/survey/end', {
      tag: false,
      before: before && before(service.origin),
      after: '<script type="module" src="/vaultlink-elements.js"></script>',
      body: `<endlink-finish outcome="complete"${baseUrl ? ` base-url="${service.origin}"` : ''}></endlink-finish>`,
    });
    const endlink = await service.issue(buyer.url('/survey/end'));
    await page.goto(endlink.url);
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await expectOneRequest(service, endlink, 'complete');
  });

test('elements that cannot be had are asked for once, however often the page changes meanwhile', async ({
  page,
  buyer,
}) => {
  const file = await (await fetch(buyer.url('/vaultlink.js'))).text();
  const type = { 'content-type': 'text/javascript' };
  buyer.handle('/half/vaultlink.js', () => new Response(file, { headers: type }));
  buyer.handle('/half/vaultlink-elements.js', () => new Response(null, { status: 404 }));
  buyer.page('/landing', {
    tag: { src: '/half/vaultlink.js' },
    body: '<endlink-finish outcome="complete"></endlink-finish>',
  });
  const asked = () => buyer.requests.filter(({ path }) => path === '/half/vaultlink-elements.js');
  // They are asked for again after five seconds, which is another matter.
  await page.addInitScript(() => {
    const later = setTimeout;
    window.setTimeout = ((run: () => void, delayMs = 0, ...rest: []) =>
      delayMs >= 5000 ? 0 : later(run, delayMs, ...rest)) as typeof setTimeout;
  });
  await page.goto(buyer.url('/landing'));
  await expect.poll(() => asked().length).toBe(1);
  await page.evaluate(async () => {
    for (let change = 0; change < 20; change += 1) {
      document.body.append('.');
      // Whatever this change sets off is on its way before the next one.
      await fetch('/between');
    }
  });
  expect(asked()).toHaveLength(1);
});

test('an element of the page that is called vaultlink takes no place of its', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    tag: false,
    body: `<div id="vaultlink"></div>
      <script>errors = []; addEventListener('error', ({ message }) => errors.push(message));</script>
      ${scriptTag({ src: '/vaultlink.js', 'data-base-url': service.origin, 'data-outcome': 'complete' })}`,
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  expect(await page.evaluate('errors')).toEqual([]);
});

test('inputs that ask for it are filled, now and when they come later', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    tag: { 'data-interaction-param': 'visit' },
    body: `<form>
      <input name="token" data-vaultlink-fill="token">
      <input name="seller" data-vaultlink-fill="seller_id">
      <input name="other" value="kept">
    </form>
    <script>
      typed = [];
      document.addEventListener('input', (event) => typed.push(event.target.name));
    </script>`,
  });
  const endlink = await service.issue(buyer.url('/landing?visit={{interaction_id}}'));
  await page.goto(endlink.url);
  const fields = () =>
    page.evaluate(() => Object.fromEntries(new FormData(document.forms[0]).entries()));
  const filled = { token: endlink.token, seller: 'seller-1', other: 'kept' };
  await expect.poll(fields).toEqual(filled);
  await page.evaluate(() => {
    const later = document.createElement('div');
    later.innerHTML = '<input name="visit" data-vaultlink-fill="interaction_id">';
    document.forms[0]?.append(later);
  });
  await expect.poll(fields).toEqual({ ...filled, visit: endlink.interaction_id });
  expect(await page.evaluate('typed')).toEqual(['token', 'seller', 'visit']);
  expectWithout(endlink.token, [await page.content()]);
});

test('a frame with data-vaultlink-src loads on a page without a token too, now and when it comes later', async ({
  page,
  buyer,
}) => {
  buyer.page('/inside', { body: '<p>A survey</p>' });
  buyer.page('/', { body: '<iframe data-vaultlink-src="/inside?now"></iframe>' });
  await page.goto(buyer.url('/'));
  const queries = () =>
    buyer.requests.filter(({ path }) => path === '/inside').map(({ search }) => search);
  await expect.poll(queries).toEqual(['?now']);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.dataset.vaultlinkSrc = '/inside?later';
    document.body.append(frame);
  });
  await expect.poll(queries).toEqual(['?now', '?later']);
});

for (const [where, isDeferred] of [
  ['behind the tag', false],
  ['in a deferred script', true],
] as const) {
  test(`settings that an optimiser has put ${where} are read before the report`, async ({
    page,
    service,
    buyer,
  }) => {
    const code = `vaultlinkConfig = { baseUrl: '${service.origin}' };`;
    buyer.page('/landing', {
      tag: { 'data-base-url': undefined },
      after: isDeferred
        ? scriptTag({ src: `data:text/javascript,${encodeURIComponent(code)}`, defer: '' })
        : `<script>${code}</script>`,
      body: '<endlink-finish outcome="complete"></endlink-finish>',
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });
}
