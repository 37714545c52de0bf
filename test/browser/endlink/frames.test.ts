import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, LANDING, openPage, PAGE_URL, storeRecord } from '../support/buyer-page.ts';
import { findIn, openCarrying } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

const WITH_TOKEN = '?a=1&service_endlink_token=abc&seller_id=42';
const FRAME = `<iframe src="${PAGE_URL}?a=1"></iframe>`;

const queryOf = ({ contentWindow }: HTMLIFrameElement) => contentWindow?.location.search;

/** A page on which a token waits that frames of this host may have. */
const open = (html: string, carry: string | undefined = location.host) => openCarrying(html, carry);

describe('a frame', () => {
  afterEach(closeTab);

  it('with a plain src is sent on with the token, and neither an attribute nor the history keeps it', async () => {
    const { length } = history;
    const { find } = await open(FRAME);
    await until(() => queryOf(find('iframe')) === WITH_TOKEN);
    equal(find('iframe').getAttribute('src'), `${PAGE_URL}?a=1`);
    equal(history.length, length);
  });

  it('whose address stands in data-vaultlink-src loads once, with the token', async () => {
    const { find } = await open('');
    let loads = 0;
    const frame = find('body').ownerDocument.createElement('iframe');
    frame.addEventListener('load', () => {
      if (frame.contentWindow?.location.href.startsWith(PAGE_URL)) loads += 1;
    });
    frame.dataset.vaultlinkSrc = `${PAGE_URL}?a=1`;
    find('body').append(frame);
    await until(() => loads);
    equal(queryOf(frame), WITH_TOKEN);
    find('body').append('more');
    await settled();
    equal(loads, 1);
  });

  it('whose address stands in data-vaultlink-src loads without the token where its host may not have it', async () => {
    const { find } = await open(FRAME.replace('src', 'data-vaultlink-src'), 'forms.example');
    await until(() => queryOf(find('iframe')) === '?a=1');
  });

  it('whose address stands in data-vaultlink-src waits for the token of a prerendered page', async () => {
    let isPrerendered = true;
    const page = await openPage(LANDING, {
      before: ({ document: prerendered }) => {
        Object.defineProperty(prerendered, 'prerendering', { get: () => isPrerendered });
      },
    });
    page.document.body.innerHTML = FRAME.replace('src', 'data-vaultlink-src');
    const frame = findIn(page.document)('iframe');
    await page.start({ carry: location.host });
    void page.engine().load('frames');
    await settled();
    equal(frame.contentWindow?.location.href, 'about:blank');
    isPrerendered = false;
    page.document.dispatchEvent(new Event('prerenderingchange'));
    await until(() => queryOf(frame) === WITH_TOKEN);
  });

  it('that comes later is sent on too, once', async () => {
    const { document: page, find } = await open('');
    page.body.innerHTML = FRAME;
    await until(() => queryOf(find('iframe')) === WITH_TOKEN);
    find('iframe').contentWindow?.history.replaceState(null, '', '?its-own');
    page.body.append('more');
    await settled();
    equal(queryOf(find('iframe')), '?its-own');
  });

  it('without an address of its own is left alone', async () => {
    const others =
      '<iframe></iframe><iframe src=""></iframe><iframe data-vaultlink-src=""></iframe><iframe srcdoc="theirs"></iframe>';
    const { document: page } = await open(`${others}<iframe src="about:blank#1"></iframe>${FRAME}`);
    const frames = [...page.querySelectorAll('iframe')];
    await until(() => frames.at(-1)?.contentWindow?.location.search.includes('abc'));
    deepEqual(
      frames.slice(0, -1).map(({ contentWindow }) => contentWindow?.location.href),
      ['about:blank', 'about:blank', 'about:blank', 'about:srcdoc', 'about:blank#1'],
    );
  });

  for (const address of [
    'javascript:void(parent.hasRun = true)',
    ' java\nscript:void(parent.hasRun = true)',
    'data:text/html,<script>parent.postMessage("ran", "*")</script>',
    'blob:null/1',
    'about:blank#other',
  ])
    it(`whose data-vaultlink-src is ${JSON.stringify(address)} runs nothing and stays empty`, async () => {
      const { document: page, window } = await open('<iframe></iframe>');
      const [frame] = page.querySelectorAll('iframe');
      const loaded: string[] = [];
      frame?.addEventListener('load', () => loaded.push('load'));
      if (frame) frame.dataset.vaultlinkSrc = address;
      page.body.insertAdjacentHTML('beforeend', FRAME.replace('src', 'data-vaultlink-src'));
      const [, last] = page.querySelectorAll('iframe');
      await until(() => last && queryOf(last) === WITH_TOKEN);
      await settled();
      equal('hasRun' in window, false);
      deepEqual(loaded, []);
      equal(frame?.contentWindow?.location.href, 'about:blank');
    });

  for (const attribute of ['src', 'data-vaultlink-src'])
    it(`whose ${attribute} is set later, by a consent manager, has the token when it loads`, async () => {
      const { find } = await open('<iframe></iframe>');
      await settled();
      find('iframe').setAttribute(attribute, `${PAGE_URL}?a=1`);
      await until(() => queryOf(find('iframe')) === WITH_TOKEN);
      // The same consent manager, for another purpose.
      find('iframe').setAttribute(attribute, `${PAGE_URL}?a=2`);
      await until(() => queryOf(find('iframe'))?.startsWith('?a=2&service_endlink_token=abc'));
    });

  it('whose data-vaultlink-src is written again as it is stays as the seller left it', async () => {
    const { find } = await open(FRAME.replace('src', 'data-vaultlink-src'));
    await until(() => queryOf(find('iframe')) === WITH_TOKEN);
    Object.assign(find('iframe').contentWindow ?? {}, { answer: 'typed' });
    find('iframe').dataset.vaultlinkSrc = `${PAGE_URL}?a=1`;
    await settled();
    equal((find('iframe').contentWindow as unknown as { answer: string }).answer, 'typed');
  });

  it('that is moved within the page loads again, with the token', async () => {
    const { find } = await open(`<div></div>${FRAME.replace('src', 'data-vaultlink-src')}`);
    await until(() => queryOf(find('iframe')) === WITH_TOKEN);
    find('div').append(find('iframe'));
    await until(() => queryOf(find('iframe')) === WITH_TOKEN);
  });

  for (const [what, hasBeenActive, query] of [
    ['may have used is not loaded again', true, '?a=1'],
    ['has not used yet is sent on', false, WITH_TOKEN],
  ] as const)
    it(`that was there before and that the seller ${what}`, async () => {
      storeRecord({ sellerId: '42' });
      const page = await openPage('', {
        before: ({ navigator, performance }) => {
          const eventCounts = new Map([['pointerdown', Number(hasBeenActive)]]);
          Object.defineProperty(performance, 'eventCounts', { value: eventCounts });
          Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive } });
        },
      });
      page.document.body.innerHTML = FRAME;
      const find = findIn(page.document);
      await until(() => queryOf(find('iframe')) === '?a=1');
      await page.start({ carry: location.host });
      await page.engine().load('frames');
      // This one comes last, and is new.
      page.document.body.insertAdjacentHTML('beforeend', FRAME);
      const [first, last] = page.document.querySelectorAll('iframe');
      await until(() => last && queryOf(last) === WITH_TOKEN);
      await until(() => first && queryOf(first) === query);
    });

  it('that was there before and that has the focus is not loaded again', async () => {
    storeRecord({ sellerId: '42' });
    const page = await openPage();
    page.document.body.innerHTML = FRAME;
    const find = findIn(page.document);
    await until(() => queryOf(find('iframe')) === '?a=1');
    find('iframe').focus();
    await page.start({ carry: location.host });
    await page.engine().load('frames');
    page.document.body.insertAdjacentHTML('beforeend', FRAME);
    const [first, last] = page.document.querySelectorAll('iframe');
    await until(() => last && queryOf(last) === WITH_TOKEN);
    equal(first && queryOf(first), '?a=1');
  });

  it('in a shadow root, and in one within that, has the token', async () => {
    const { document: page } = await open('<div></div>');
    const outer = page.querySelector('div')?.attachShadow({ mode: 'open' });
    outer?.append(page.createElement('p'));
    const inner = outer?.querySelector('p')?.attachShadow({ mode: 'open' });
    inner?.append(page.createElement('iframe'));
    const frame = inner?.querySelector('iframe');
    if (frame) frame.dataset.vaultlinkSrc = `${PAGE_URL}?a=1`;
    await until(() => frame && queryOf(frame) === WITH_TOKEN);
  });

  for (const attribute of ['src', 'data-vaultlink-src']) {
    it(`whose ${attribute} is no URL stops neither the other frames nor the page`, async () => {
      const bad = `<iframe ${attribute}="https://["></iframe>`;
      const { document: page, engine, errors } = await open(bad + FRAME);
      const [, inner] = page.querySelectorAll('iframe');
      await until(() => inner && queryOf(inner) === WITH_TOKEN);
      deepEqual(errors, []);
      equal((await engine().report('complete')).state, 'confirmed');
    });
  }
});
