import { deepEqual, equal, match } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { storeRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

/** A page of which `window.vaultlinkConfig` is this object. */
const openWith = (config: object, query = LANDING, baseUrl: unknown = BASE_URL) =>
  openPage(query, {
    before: (window) => Object.assign(window, { vaultlinkConfig: { baseUrl, ...config } }),
  });

const urlOf = (outcome: string) =>
  `${BASE_URL}/api/v3/endlinks/${outcome}?service_endlink_token=abc`;

const report = async (page: BuyerPage, outcome: string) => {
  await page.addTag();
  await page.engine().report(outcome as 'complete');
};

describe('a setting of another shape than text', () => {
  afterEach(closeTab);

  it('is read where the address of the service is a URL', async () => {
    const page = await openWith({}, LANDING, new URL(BASE_URL));
    await report(page, 'complete');
    deepEqual(page.service.urls, [urlOf('complete')]);
    deepEqual(page.warnings, []);
  });

  for (const [shape, outcomeMap] of [
    ['an object', { 1: 'complete', 2: 'screenout' }],
    [
      'a list of pairs',
      [
        ['1', 'complete'],
        [2, 'screenout'],
      ],
    ],
    ['a list of texts', ['1:complete', '2:screenout']],
  ] as const) {
    it(`is read where the codes of a tool are ${shape}`, async () => {
      const page = await openWith({ outcomeMap });
      await report(page, '2');
      deepEqual(page.service.urls, [urlOf('screenout')]);
      deepEqual(page.warnings, []);
    });
  }

  it('is read where hosts or a name are in a list', async () => {
    const page = await openWith(
      { carry: ['survey.example', 'forms.example'], tokenParam: ['rid'] },
      '?rid=abc',
    );
    await page.addTag();
    equal(page.engine().token(), 'abc');
    equal(page.engine().options.carry, 'survey.example forms.example');
  });

  for (const scrub of [false, 'false', 0, 'off'])
    it(`leaves the token in the address where scrub is ${JSON.stringify(scrub)}`, async () => {
      const page = await openWith({ scrub });
      await page.addTag();
      equal(page.window.location.search, LANDING);
    });

  it('stops nothing where a getter of the page throws', async () => {
    const config = {
      baseUrl: BASE_URL,
      get carry(): string {
        throw new Error('of the page');
      },
    };
    const page = await openPage(LANDING, {
      before: (window) => Object.assign(window, { vaultlinkConfig: config }),
    });
    await report(page, 'complete');
    deepEqual(page.service.urls, [urlOf('complete')]);
  });

  it('is a dry run where it is true, and no setting where it is false', async () => {
    const page = await openWith({ test: true });
    await report(page, 'complete');
    equal(storedRecord().state, 'confirmed');
    deepEqual(page.service.urls, []);
    closeTab();
    const real = await openWith({ test: false, debug: false });
    await report(real, 'complete');
    deepEqual(real.service.urls, [urlOf('complete')]);
    deepEqual(real.warnings, []);
  });

  for (const [what, value] of [
    ['a function', () => BASE_URL],
    ['a symbol', Symbol('base')],
    ['an object without text', Object.create(null) as object],
  ] as const) {
    it(`is named in one line where it is ${what}, and the other settings count`, async () => {
      const page = await openWith({ carry: value, baseUrl: BASE_URL });
      await report(page, 'complete');
      await until(() => page.warnings[0]);
      await settled();
      equal(page.warnings.length, 1);
      match(page.warnings[0], /carry/);
      deepEqual(page.errors, []);
      deepEqual(page.service.urls, [urlOf('complete')]);
    });
  }

  it('that is an example with its placeholder left in is named as the address, and no part is asked for again', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag({ 'data-base-url': 'https://<your service>' });
    match(await until(() => page.warnings[0]), /data-base-url is "https:\/\/<your service>"/);
    await page.engine().load('token');
    await settled();
    deepEqual(page.warnings.length, 1);
    deepEqual(page.errors, []);
  });
});

describe('an element of the page under the name of a global', () => {
  afterEach(closeTab);

  for (const markup of [
    '<iframe name="vaultlink" src="https://other.example/"></iframe>',
    '<div id="vaultlink"></div>',
    '<form id="vaultlink"></form><form id="vaultlink"></form>',
  ]) {
    it(`does not keep the tag from working: ${markup}`, async () => {
      const page = await openPage(LANDING);
      page.document.body.innerHTML = markup;
      await page.addTag({ 'data-base-url': BASE_URL });
      await page.engine().report('complete');
      deepEqual(page.service.urls, [urlOf('complete')]);
      deepEqual(page.errors, []);
    });
  }

  it('brings no settings, as an element with the id vaultlinkConfig', async () => {
    const page = await openPage(LANDING);
    page.document.body.innerHTML =
      '<script id="vaultlinkConfig" type="application/json">{"via":"relay"}</script>';
    await page.addTag({ 'data-base-url': BASE_URL });
    await page.engine().report('complete');
    deepEqual(page.service.urls, [urlOf('complete')]);
    const names = Object.keys(page.engine().options).sort();
    deepEqual(names, ['baseUrl', 'outcome', 'partsUrl']);
  });
});

describe('a short value under a renamed parameter', () => {
  afterEach(closeTab);

  const LONG = 'a-token-of-16-ch';

  it('does not replace a token, stays in the address, and is named', async () => {
    storeRecord({ token: 'first' });
    const page = await openPage('?id=7&step=2');
    await page.start({ tokenParam: 'id' });
    equal(page.engine().token(), 'first');
    equal(page.address(), '?id=7&step=2');
    match(await until(() => page.warnings[0]), /parameter "id".*fewer than 16 characters/);
  });

  it('is captured where the tab has no token, and is taken out of the address again where it is the same one', async () => {
    const page = await openPage('?id=7');
    await page.start({ tokenParam: 'id' });
    equal(page.engine().token(), '7');
    const again = await openPage('?id=7');
    await again.start({ tokenParam: 'id' });
    equal(again.engine().token(), '7');
    equal(again.address(), '');
  });

  it('differs from one of 16 characters, which replaces a token', async () => {
    storeRecord({ token: 'first' });
    const page = await openPage(`?id=${LONG}`);
    await page.start({ tokenParam: 'id' });
    equal(page.engine().token(), LONG);
  });

  it('replaces a token under the name that the service uses itself', async () => {
    storeRecord({ token: 'first' });
    const page = await openPage(LANDING);
    await page.start();
    equal(page.engine().token(), 'abc');
  });
});
