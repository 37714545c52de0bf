import { deepEqual, equal, match } from '../support/assert.ts';
import { blockStorage, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { PAGE_URL } from '../support/buyer-page.ts';
import { addOtherTab, arrivalIn, findIn, openCarrying, press } from '../support/carrying.ts';
import { until } from '../support/until.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';

describe('what leads nowhere, or only within the page,', () => {
  afterEach(closeTab);

  /** Opens a page whose storage is blocked: its links of the own host carry the token. */
  async function openBlocked(html: string) {
    const page = await openPage(LANDING, { before: blockStorage });
    page.document.body.innerHTML = html;
    await page.start({ carry: 'other.example' });
    await page.engine().load('token');
    return { ...page, find: findIn(page.document) };
  }

  /** Presses a link, and gives its markup while the browser would read it. */
  function markupWhilePressed(
    { window }: { window: Window & typeof globalThis },
    link: Element,
    init: MouseEventInit = {},
  ): string {
    let markup = '';
    const note = (event: Event) => {
      markup = link.outerHTML;
      event.preventDefault();
    };
    const noteLast = () => window.addEventListener('click', note, { once: true });
    // The tag adds its own listener while the event is on its way down.
    link.addEventListener('click', noteLast, { once: true });
    link.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...init }),
    );
    return markup;
  }

  for (const [html, init] of [
    ['<a>A tab</a>', { ctrlKey: true }],
    ['<a role="tab" tabindex="0">A tab</a>', {}],
    ['<a target="_blank">A tab</a>', {}],
    ['<a name="q2">An anchor</a>', { shiftKey: true }],
    ['<a href="#q2">On</a>', {}],
    ['<a href="#">On</a>', {}],
  ] as const)
    it(`such as ${html} stays as it is when it is pressed with ${JSON.stringify(init)}`, async () => {
      const page = await openBlocked(html);
      equal(markupWhilePressed(page, page.find('a'), init), html);
    });

  it('such as a link to a part of this page has the token where it opens a new tab', async () => {
    const page = await openBlocked('<a href="#q2" target="_blank">On</a>');
    match(markupWhilePressed(page, page.find('a')), /abc.*#q2/);
  });

  it('such as a link to a part of the base has the token, for it leads there', async () => {
    const page = await openBlocked('<base href="/base/"><a href="#q2">On</a>');
    match(markupWhilePressed(page, page.find('a')), /base\/\?.*abc.*#q2/);
  });

  for (const attribute of ['href', 'xlink:href'])
    it(`is no SVG link with ${attribute}: it has the token, and gives it back`, async () => {
      const html = `<svg><a ${attribute}="https://other.example/"><text>On</text></a></svg>`;
      const page = await openBlocked(html);
      const link = page.document.querySelector('svg a') ?? page.document.body;
      const before = link.outerHTML;
      match(markupWhilePressed(page, link), /other\.example\/\?[^"]*abc/);
      await until(() => link.outerHTML === before);
    });
});

describe('an address as the browser resolves it', () => {
  afterEach(closeTab);

  for (const attributes of ['', 'action=""'])
    it(`is, for a form with ${attributes || 'no action'}, that of the page and not the base`, async () => {
      const { document: page, find } = await openCarrying(
        `<form method="post" target="next" ${attributes}></form>`,
      );
      page.head.insertAdjacentHTML('beforeend', '<base href="/base/" />');
      const other = addOtherTab();
      find('form').requestSubmit();
      const { pathname, search } = await arrivalIn(other);
      deepEqual([pathname, search], [new URL(PAGE_URL).pathname, WITH_TOKEN]);
    });

  it('is that of the page for a button with an empty formaction', async () => {
    const { find } = await openCarrying(
      `<form method="post" action="https://other.example/">
        <button formaction="" formtarget="next">On</button></form>`,
    );
    const other = addOtherTab();
    find('button').click();
    equal((await arrivalIn(other)).search, WITH_TOKEN);
    await until(() => find('button').getAttribute('formaction') === '');
  });

  it('goes by the method of the button', async () => {
    const { find } = await openCarrying(
      `<form method="post" action="${PAGE_URL}"><input name="a" value="1" />
        <button formmethod="get" formtarget="next">On</button></form>`,
    );
    const other = addOtherTab();
    find('button').click();
    equal((await arrivalIn(other)).search, `?a=1&${WITH_TOKEN.slice(1)}`);
  });

  for (const [what, html] of [
    ['a link', `<a href="${PAGE_URL}" target="inner">On</a>`],
    [
      'a form',
      `<form action="${PAGE_URL}" target="inner" method="post"><button>On</button></form>`,
    ],
    [
      'a button',
      `<form method="post"><button formaction="${PAGE_URL}" formtarget="inner">On</button></form>`,
    ],
  ] as const)
    it(`has no token where ${what} leads to a frame of the page, which shares its storage`, async () => {
      const { document: page, find } = await openCarrying(`<iframe name="inner"></iframe>${html}`);
      page.querySelector<HTMLElement>('a,button')?.click();
      equal((await arrivalIn(find('iframe'))).search, '');
    });

  it('stays in the tab where the button says so, whatever the form says', async () => {
    const { address, find, window } = await openCarrying(
      `<form action="${PAGE_URL}" target="_blank"><input name="a" value="1" />
        <button formtarget="_self">On</button></form>`,
    );
    const loaded = new Promise((resolve) => {
      window.frameElement?.addEventListener('load', resolve, { once: true });
    });
    find('button').click();
    await loaded;
    equal(address(), '?a=1');
  });

  for (const init of [{ ctrlKey: true }, { shiftKey: true }, { type: 'auxclick', button: 1 }])
    it(`has no token on the own host where a form is sent after a link was pressed with ${JSON.stringify(init)}`, async () => {
      const { address, find, window } = await openCarrying(
        `<a href="/next">On</a><form action="${PAGE_URL}"><input name="a" value="1" /></form>`,
      );
      const loaded = new Promise((resolve) => {
        window.frameElement?.addEventListener('load', resolve, { once: true });
      });
      press(window, find('a'), init);
      find('form').requestSubmit();
      await loaded;
      equal(address(), '?a=1');
    });
});
