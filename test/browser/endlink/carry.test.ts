import { deepEqual, equal, ok } from '../support/assert.ts';
import { blockStorage, closeTab, LANDING, leavePages, openPage } from '../support/buyer-page.ts';
import { PAGE_URL, storeRecord } from '../support/buyer-page.ts';
import { arrivalIn, CARRIED, findIn, FORM, openWithoutPart, press } from '../support/carrying.ts';
import { submitWithoutPart, WITH_TOKEN } from '../support/carrying.ts';
import { until } from '../support/until.ts';

describe('carry()', () => {
  afterEach(closeTab);

  it('adds what landed to the addresses of the hosts that may have it, on each page of the tab', async () => {
    const { carry } = await (await openPage(LANDING)).start({ carry: 'a.example, forms.example' });
    equal(carry(FORM), CARRIED);
    leavePages();
    const next = await (await openPage()).start({ carry: 'forms.example' });
    equal(next.carry(FORM), CARRIED);
  });

  it('adds it to an address of the own host, for a tab that a script opens', async () => {
    const { carry } = await (await openPage(LANDING)).start();
    equal(
      carry('/s?a=1#top'),
      `${location.origin}/s?a=1&service_endlink_token=abc&seller_id=42#top`,
    );
  });

  it('leaves every other address to the letter', async () => {
    const { start } = await openPage(LANDING);
    const { carry } = await start({ carry: 'forms.example forms.example:8443' });
    for (const url of [
      'https://example/s',
      'https://forms.example:444/s',
      'https://evil-forms.example/s',
      'https://forms.example.evil/s',
      'https://forms.example@evil.example/s',
      'http://forms.example.evil/s',
      'mailto:someone@forms.example',
    ])
      equal(carry(url), url);
    ok(carry('https://forms.example:8443').includes('abc'), 'A host has a port');
  });

  it('leaves what is no URL as it is, and throws nothing', async () => {
    const { start } = await openPage(LANDING);
    const { carry } = await start({ carry: 'forms.example' });
    for (const url of ['https://', '//', 'http://[', 'https://forms.example:port/'])
      equal(carry(url), url);
    for (const odd of [Symbol('odd'), { toString: null }] as unknown[])
      ok(carry(odd as string) === odd, 'It comes back');
  });

  it('keeps a token whose outcome is locked, for the page behind could report another', async () => {
    storeRecord({ outcome: 'complete', state: 'confirmed' });
    const { carry } = await (await openPage()).start({ carry: 'forms.example' });
    equal(carry(FORM), FORM);
  });
});

describe('a link, before the part for tokens has arrived,', () => {
  afterEach(closeTab);

  it('has the token for as long as it is followed', async () => {
    const { find, window } = await openWithoutPart(`<a href="${FORM}">On</a>`);
    equal(press(window, find('a')), CARRIED);
    await until(() => find('a').getAttribute('href') === FORM);
  });

  it('has it by whatever button, and whatever inside it was pressed', async () => {
    const { find, window } = await openWithoutPart(`<a href="${FORM}"><b>On</b></a>`);
    equal(press(window, find('b')), CARRIED);
    await until(() => find('a').getAttribute('href') === FORM);
    equal(press(window, find('b'), { type: 'auxclick', button: 1 }), CARRIED);
  });

  it('has it inside a shadow tree', async () => {
    const { find, window } = await openWithoutPart('<div></div>');
    const root = find('div').attachShadow({ mode: 'open' });
    root.innerHTML = `<a href="${FORM}">On</a>`;
    equal(press(window, findIn(root)('a')), CARRIED);
  });

  for (const address of ['https://other.example/s', 'ftp://forms.example/s']) {
    it(`to ${address} stays as it is`, async () => {
      const { find, window } = await openWithoutPart(`<a href="${address}">On</a>`);
      equal(press(window, find('a')), address);
    });
  }

  it('to the own host stays as it is, for the tab keeps the record', async () => {
    const { find, window } = await openWithoutPart('<a href="/next">On</a>', '');
    equal(press(window, find('a')), new URL('/next', location.href).href);
  });

  it('that a router follows is left to it', async () => {
    const { find, document: page } = await openWithoutPart(`<a href="${FORM}">On</a>`);
    page.addEventListener('click', (event) => event.preventDefault());
    find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    equal(find('a').getAttribute('href'), FORM);
  });

  it('has no token once the outcome is locked', async () => {
    const { engine, find, window } = await openWithoutPart(`<a href="${FORM}">On</a>`);
    void engine().report('complete');
    equal(press(window, find('a')), FORM);
  });

  it('to the own host takes the token along where storage is blocked', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    page.document.body.innerHTML = '<a href="/next">On</a>';
    await page.start();
    const link = findIn(page.document)('a');
    equal(press(page.window, link), new URL(`/next${WITH_TOKEN}`, location.href).href);
  });
});

describe('a form, before the part for tokens has arrived,', () => {
  afterEach(closeTab);

  for (const [name, how] of [
    ['that a person submits', (form: HTMLFormElement) => form.requestSubmit()],
    ['that a script submits', (form: HTMLFormElement) => form.submit()],
  ] as const) {
    it(`${name} sends the token among its fields, whatever its action says`, async () => {
      const html = `<form action="${PAGE_URL}?lost=1"><input name="a" value="1" /></form>`;
      const search = await submitWithoutPart(html, how);
      const parameters = new URLSearchParams(search);
      equal(parameters.get('a'), '1');
      equal(parameters.get('service_endlink_token'), 'abc');
      equal(parameters.get('seller_id'), '42');
    });

    it(`${name} by POST has the token in its address`, async () => {
      const html = `<form action="${PAGE_URL}" method="post"><input name="a" value="1" /></form>`;
      equal(await submitWithoutPart(html, how), WITH_TOKEN);
    });
  }

  it('without an action goes to its own page, with the token', async () => {
    equal(await submitWithoutPart('<form></form>', (form) => form.submit()), WITH_TOKEN);
  });

  it('has the token under the names of the landing', async () => {
    const page = await openPage('?rid=abc&who=42');
    page.document.body.innerHTML = `<iframe name="next"></iframe>
      <form action="${PAGE_URL}" target="next"></form>`;
    await page.start({ carry: location.host, tokenParam: 'rid', sellerParam: 'who' });
    const find = findIn(page.document);
    find('form').submit();
    equal((await arrivalIn(find('iframe'))).search, '?rid=abc&who=42');
  });

  it('that code takes over is left to it', async () => {
    const { document: page, find } = await openWithoutPart(`<form action="${FORM}"></form>`);
    page.addEventListener('submit', (event) => event.preventDefault());
    find('form').requestSubmit();
    equal(find('form').getAttribute('action'), FORM);
  });

  it('has no token in its fields after a submission that code takes over late', async () => {
    const { find, window } = await openWithoutPart(`<form action="${FORM}"></form>`);
    window.addEventListener('submit', (event) => event.preventDefault());
    find('form').requestSubmit();
    await until(() => find('form').getAttribute('action') === FORM);
    deepEqual([...new FormData(find('form'))], []);
  });

  it('to any other host has nothing of it', async () => {
    const { find } = await openWithoutPart('<form action="https://other.example/"></form>');
    const form = find('form');
    deepEqual([...new FormData(form)], []);
    equal(form.action, 'https://other.example/');
  });
});
