import type { EndlinkOptions } from '../../../src/browser/endlink/options.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage, PAGE_URL, storeRecord } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

const FORM = 'https://forms.example/s?a=1#top';
const CARRIED = 'https://forms.example/s?a=1&service_endlink_token=abc&seller_id=42#top';

/** Finds what there must be. */
const findIn =
  (parent: ParentNode) =>
  <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] => {
    const found = parent.querySelector(name);
    ok(found, `There is <${name}>`);
    return found;
  };

/** A page on which a token waits, and which may lend it to these hosts. */
async function open(html: string, options: EndlinkOptions = {}, how?: OpenOptions) {
  storeRecord({ sellerId: '42', interactionId: '7' });
  const page = await openPage('', how);
  page.document.body.innerHTML = html;
  await page.start({ carry: `forms.example ${location.host}`, ...options });
  await page.engine().load('report');
  await page.engine().load('page');
  return { ...page, find: findIn(page.document) };
}

/** Presses an element, and gives where the browser would go. */
function press(
  page: Window & typeof globalThis,
  element: Element,
  type = 'click',
): string | undefined {
  let address: string | undefined;
  const stay = (event: Event) => {
    const link = event.composedPath().find((one) => (one as Element).matches('a'));
    address = (link as HTMLAnchorElement).href;
    event.preventDefault();
  };
  page.addEventListener(type, stay, { once: true });
  element.dispatchEvent(
    new page.MouseEvent(type, { bubbles: true, composed: true, cancelable: true }),
  );
  return address;
}

describe('a link', () => {
  afterEach(closeTab);

  it('has the token for as long as it is followed', async () => {
    const { find, window } = await open(`<a href="${FORM}">On</a>`);
    equal(press(window, find('a')), CARRIED);
    await until(() => find('a').getAttribute('href') === FORM);
  });

  it('has it by whatever button, and whatever inside it was pressed', async () => {
    const { find, window } = await open(`<a href="${FORM}"><b>On</b></a>`);
    equal(press(window, find('b')), CARRIED);
    await until(() => find('a').getAttribute('href') === FORM);
    equal(press(window, find('b'), 'auxclick'), CARRIED);
  });

  it('has it inside a shadow tree', async () => {
    const { find, window } = await open('<div></div>');
    const root = find('div').attachShadow({ mode: 'open' });
    root.innerHTML = `<a href="${FORM}">On</a>`;
    equal(press(window, findIn(root)('a')), CARRIED);
  });

  it('to any other host stays as it is', async () => {
    const { find, window } = await open('<a href="https://other.example/s">On</a>');
    equal(press(window, find('a')), 'https://other.example/s');
  });

  it('that would show it to the network stays as it is', async () => {
    const { find, window } = await open('<a href="ftp://forms.example/s">On</a>');
    equal(press(window, find('a')), 'ftp://forms.example/s');
  });

  it('that a router follows is left to it', async () => {
    const { find, document: page } = await open(`<a href="${FORM}">On</a>`);
    page.addEventListener('click', (event) => event.preventDefault());
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    find('a').dispatchEvent(event);
    equal(find('a').getAttribute('href'), FORM);
  });

  it('has no token once the outcome is locked', async () => {
    const { engine, find, window } = await open(`<a href="${FORM}">On</a>`);
    await engine().report('complete');
    equal(press(window, find('a')), FORM);
  });

  it('takes the token along where storage is blocked, for else it would be lost', async () => {
    const page = await openPage(LANDING, {
      before: (window) => {
        Object.defineProperty(window, 'sessionStorage', { value: undefined });
      },
    });
    page.document.body.innerHTML = '<a href="/next">On</a>';
    await page.start();
    await page.engine().load('report');
    await page.engine().load('page');
    const link = findIn(page.document)('a');
    equal(press(page.window, link), new URL(`/next${LANDING}`, location.href).href);
  });
});

describe('a form', () => {
  afterEach(closeTab);

  /** Submits the form to the frame beside it, and gives the query that arrives there. */
  async function submit(html: string, submitter?: 'button') {
    const { find } = await open(`<iframe name="next"></iframe>${html}`);
    const form = find('form');
    form.target = 'next';
    const before = form.outerHTML;
    form.requestSubmit(submitter ? find(submitter) : undefined);
    const next = await until(() => {
      const address = find('iframe').contentWindow?.location;
      return address?.href.startsWith(PAGE_URL) ? address : undefined;
    });
    await until(() => form.outerHTML === before);
    return next.search;
  }

  it('sends the token among its fields, whatever its action says', async () => {
    const query = await submit(
      `<form action="${PAGE_URL}?lost=1"><input name="a" value="1" /></form>`,
    );
    equal(query, '?a=1&service_endlink_token=abc&seller_id=42');
  });

  it('sends it under the names of the landing', async () => {
    storeRecord({});
    const options = { tokenParam: 'rid', sellerParam: 'who', interactionParam: 'visit' };
    const { find, window } = await open(`<form action="${FORM}"></form>`, options);
    sessionStorage.clear();
    storeRecord({ query: '?rid=abc&who=42&visit=7', sellerId: '42', interactionId: '7' });
    const form = find('form');
    const fields = () => [...new FormData(form)];
    window.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    form.requestSubmit();
    deepEqual(fields(), [
      ['rid', 'abc'],
      ['who', '42'],
      ['visit', '7'],
    ]);
    deepEqual(fields(), [], 'Only the submitted fields have it');
  });

  it('goes by what its button says', async () => {
    const query = await submit(
      `<form action="https://other.example/" method="post">
        <button formaction="${PAGE_URL}" formmethod="get" name="go" value="on">On</button>
      </form>`,
      'button',
    );
    equal(query, '?go=on&service_endlink_token=abc&seller_id=42');
  });

  it('without an action goes to its own page, with the token', async () => {
    equal(await submit('<form></form>'), '?service_endlink_token=abc&seller_id=42');
  });

  it('that posts has the token in its address alone', async () => {
    const { find, window } = await open(
      `<form action="${FORM}" method="post"><input name="a" value="1" /></form>`,
    );
    const form = find('form');
    let action: string | undefined;
    window.addEventListener('submit', (event) => {
      action = form.action;
      event.preventDefault();
    });
    form.requestSubmit();
    equal(action, CARRIED);
    deepEqual([...new FormData(form)], [['a', '1']]);
    await until(() => form.getAttribute('action') === FORM);
  });

  it('that code takes over is left to it', async () => {
    const { document: page, find } = await open(`<form action="${FORM}"></form>`);
    page.addEventListener('submit', (event) => event.preventDefault());
    const form = find('form');
    form.requestSubmit();
    equal(form.getAttribute('action'), FORM);
    deepEqual([...new FormData(form)], []);
  });

  it('to any other host has nothing of it', async () => {
    const { find, window } = await open('<form action="https://other.example/"></form>');
    const form = find('form');
    window.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    form.requestSubmit();
    equal(form.action, 'https://other.example/');
    deepEqual([...new FormData(form)], []);
  });
});

describe('a frame', () => {
  afterEach(closeTab);
  const frame = `<iframe src="${PAGE_URL}?a=1"></iframe>`;
  const queryOf = ({ contentWindow }: HTMLIFrameElement) => contentWindow?.location.search;

  it('is sent on with the token, and no attribute and no entry of the history keeps it', async () => {
    const { length } = history;
    const { find } = await open(frame);
    const inner = find('iframe');
    await until(() => queryOf(inner) === '?a=1&service_endlink_token=abc&seller_id=42');
    equal(inner.getAttribute('src'), `${PAGE_URL}?a=1`);
    equal(history.length, length);
  });

  it('that comes later is sent on too, once', async () => {
    const { document: page, find } = await open('');
    page.body.innerHTML = frame;
    const inner = find('iframe');
    await until(() => queryOf(inner) === '?a=1&service_endlink_token=abc&seller_id=42');
    inner.contentWindow?.history.replaceState(null, '', '?its-own');
    page.body.append('more');
    await new Promise(requestAnimationFrame);
    equal(queryOf(inner), '?its-own');
  });

  it('without an address of its own is left alone, and so is one of another host', async () => {
    const others = '<iframe></iframe><iframe src=""></iframe><iframe srcdoc="theirs"></iframe>';
    const { document: page } = await open(`${others}<iframe src="about:blank#1"></iframe>${frame}`);
    const frames = [...page.querySelectorAll('iframe')];
    await until(() => frames.at(-1)?.contentWindow?.location.search.includes('abc'));
    deepEqual(
      frames.slice(0, -1).map(({ contentWindow }) => contentWindow?.location.href),
      ['about:blank', 'about:blank', 'about:srcdoc', 'about:blank#1'],
    );
  });

  it('with an address that is none stops nothing', async () => {
    const html = '<iframe src="https://["></iframe><input data-vaultlink-fill="token" />';
    const { find } = await open(html + frame);
    equal(find('input').value, 'abc');
    const [, inner] = [...find('body').querySelectorAll('iframe')];
    await until(() => inner && queryOf(inner)?.includes('abc'));
  });
});
