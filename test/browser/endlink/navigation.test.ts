import { deepEqual, equal } from '../support/assert.ts';
import { blockStorage, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { PAGE_URL, storeRecord } from '../support/buyer-page.ts';
import { addOtherTab, arrivalIn, findIn, openCarrying, press } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';
const OWN = `${location.origin}/next`;

describe('a link of the own host', () => {
  afterEach(closeTab);

  for (const [how, attributes, init] of [
    ['with target=_blank', 'target="_blank"', {}],
    ['with target=_blank and rel=noopener', 'target="_blank" rel="noopener"', {}],
    ['with the name of another window as its target', 'target="survey"', {}],
    ['that is clicked with Ctrl', '', { ctrlKey: true }],
    ['that is clicked with the command key', '', { metaKey: true }],
    ['that is clicked with Shift', '', { shiftKey: true }],
    ['that is clicked with the middle button', '', { type: 'auxclick', button: 1 }],
  ] as const) {
    it(`${how} has the token while it is followed`, async () => {
      const { find, window } = await openCarrying(`<a href="/next" ${attributes}>On</a>`);
      equal(press(window, find('a'), init), OWN + WITH_TOKEN);
      await until(() => find('a').getAttribute('href') === '/next');
    });
  }

  it('in a page whose base opens new tabs has the token', async () => {
    const { document: page, find, window } = await openCarrying('<a href="/next">On</a>');
    page.head.append(Object.assign(page.createElement('base'), { target: '_blank' }));
    equal(press(window, find('a')), OWN + WITH_TOKEN);
  });

  it('in a shadow tree that opens a new tab has the token', async () => {
    const { find, window } = await openCarrying('<div></div>');
    const root = find('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<a href="/next" target="_blank">On</a>';
    equal(press(window, findIn(root)('a')), OWN + WITH_TOKEN);
  });

  for (const target of ['', '_self', '_top', '_PARENT']) {
    it(`with target="${target}" stays as it is, for the tab keeps the record`, async () => {
      const { find, window } = await openCarrying(`<a href="/next" target="${target}">On</a>`);
      equal(press(window, find('a')), OWN);
    });
  }

  it('that a router takes over is left to it', async () => {
    const { document: page, find } = await openCarrying('<a href="/next" target="_blank">On</a>');
    let address = '';
    page.addEventListener('click', (event) => event.preventDefault());
    find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    address = find('a').getAttribute('href') ?? '';
    equal(address, '/next');
  });

  it('has the token once, and keeps none, where its host may have the token anyway', async () => {
    const { find, window } = await openCarrying(
      '<a href="/next" target="_blank">On</a>',
      location.host,
    );
    equal(press(window, find('a')), OWN + WITH_TOKEN);
    await until(() => find('a').getAttribute('href') === '/next');
    await settled();
    equal(find('a').getAttribute('href'), '/next');
  });

  it('has the token in a new tab where storage is blocked and the history has no record yet', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    page.document.body.innerHTML = '<a href="/next" target="_blank">On</a>';
    await page.start();
    await page.engine().load('token');
    page.window.history.replaceState(null, '');
    equal(press(page.window, findIn(page.document)('a')), OWN + WITH_TOKEN);
  });

  it('brings the token into a tab whose storage is empty', async () => {
    const { find } = await openCarrying(`<a href="${PAGE_URL}" target="next">On</a>`);
    const other = addOtherTab();
    find('a').click();
    equal((await arrivalIn(other)).search, WITH_TOKEN);
  });

  it('of another host that opens a new tab stays as it is', async () => {
    const { find, window } = await openCarrying(
      '<a href="https://other.example/" target="_blank">On</a>',
    );
    equal(press(window, find('a')), 'https://other.example/');
  });
});

describe('a form', () => {
  afterEach(closeTab);

  /** Submits a form to another tab, and gives the query that arrives there. */
  async function submit(html: string, how: (form: HTMLFormElement) => void, carry?: string) {
    const { find } = await openCarrying(html, carry);
    const other = addOtherTab();
    how(find('form'));
    return (await arrivalIn(other)).search;
  }
  const byButton = (form: HTMLFormElement) => form.querySelector('button')?.click();

  for (const [method, query] of [
    ['get', `?a=1&${WITH_TOKEN.slice(1)}`],
    ['post', WITH_TOKEN],
  ] as const) {
    it(`of the own host that opens a new tab by ${method} has the token, by a person or a script`, async () => {
      const html = `<form action="${PAGE_URL}" target="next" method="${method}">
        <input name="a" value="1" /></form>`;
      equal(await submit(html, (form) => form.requestSubmit()), query);
      closeTab();
      equal(await submit(html, (form) => form.submit()), query);
    });
  }

  it('goes by the address and the target of its button', async () => {
    const html = `<form action="https://other.example/" method="post">
      <button formaction="${PAGE_URL}" formtarget="next">On</button></form>`;
    equal(await submit(html, byButton), WITH_TOKEN);
    closeTab();
    const own = html.replace('formtarget="next"', '').replace('<form', '<form target="next"');
    equal(await submit(own, byButton, location.host), WITH_TOKEN);
  });

  it('by GET goes by the address of its button', async () => {
    const html = `<form action="https://other.example/" target="next">
      <button formaction="${PAGE_URL}" name="go" value="on">On</button></form>`;
    const parameters = new URLSearchParams(await submit(html, byButton, location.host));
    equal(parameters.get('go'), 'on');
    equal(parameters.get('service_endlink_token'), 'abc');
  });

  it('whose button leads to another host gives nothing away', async () => {
    const { find, window } = await openCarrying(
      `<form action="${PAGE_URL}"><button formaction="https://other.example/">On</button></form>`,
      location.host,
    );
    window.addEventListener('submit', (event) => event.preventDefault());
    find('button').click();
    equal(find('button').getAttribute('formaction'), 'https://other.example/');
  });

  it('whose button leads to another host has no token among its fields', async () => {
    const { find, window } = await openCarrying(
      `<iframe name="next"></iframe>
      <form action="${PAGE_URL}" target="next"><input name="a" value="1" />
        <button formaction="https://other.example/">On</button></form>`,
      location.host,
    );
    const fields = new Promise((resolve) => {
      window.addEventListener('formdata', ({ formData }) => resolve([...formData]));
    });
    find('button').click();
    deepEqual(await fields, [['a', '1']]);
  });

  it('has no token in its fields once its button has sent them', async () => {
    const { find } = await openCarrying(
      `<form target="next"><button formaction="${PAGE_URL}">On</button></form>`,
    );
    const other = addOtherTab();
    find('button').click();
    await arrivalIn(other);
    deepEqual([...new FormData(find('form'))], []);
  });

  it('that opens a new tab and that code takes over is left to it', async () => {
    const { find, window } = await openCarrying('<form action="/next" target="_blank"></form>');
    window.addEventListener('submit', (event) => event.preventDefault());
    find('form').requestSubmit();
    equal(find('form').getAttribute('action'), '/next');
  });

  it('of the own host stays in its tab without the token, after a link was opened in a new tab', async () => {
    const { address, find, window } = await openCarrying(
      `<a href="/next">Help</a>
      <form action="${PAGE_URL}"><input name="a" value="1" /><button>On</button></form>`,
    );
    press(window, find('a'), { ctrlKey: true });
    const loaded = new Promise((resolve) => {
      window.frameElement?.addEventListener('load', resolve, { once: true });
    });
    find('button').click();
    await loaded;
    equal(address(), '?a=1');
  });

  for (const [when, isEarly] of [
    ['that was there before', true],
    ['that came later', false],
  ] as const) {
    it(`in a shadow tree ${when} has the token`, async () => {
      storeRecord({ sellerId: '42' });
      const page = await openPage();
      page.document.body.innerHTML = '<iframe name="next"></iframe><div></div>';
      const find = findIn(page.document);
      const attach = () => {
        const root = find('div').attachShadow({ mode: 'open' });
        root.innerHTML = `<form action="${PAGE_URL}" target="next"><button>On</button></form>`;
        return findIn(root);
      };
      let inside = isEarly ? attach() : undefined;
      await page.start({ carry: location.host });
      await page.engine().load('token');
      inside ??= attach();
      inside('form').requestSubmit();
      equal((await arrivalIn(find('iframe'))).search, WITH_TOKEN);
    });
  }

  it('restores the address of its button', async () => {
    const html = `<iframe name="next"></iframe><form target="next" method="post">
      <button formaction="${PAGE_URL}">On</button></form>`;
    const { find } = await openCarrying(html, location.host);
    find('button').click();
    await until(() => !find('body').innerHTML.includes('abc'));
    equal(find('button').getAttribute('formaction'), PAGE_URL);
  });
});
