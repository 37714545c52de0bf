import { deepEqual, equal, match } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { findIn, press } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

const WITH_TOKEN = '?service_endlink_token=abc&seller_id=42';

/** Opens a landing page with a tag, which then writes its document anew, with a tag of its own. Nothing of the old document listens any more. */
async function openRewritten(html: string, attributes: Record<string, string> = {}) {
  const opened: unknown[] = [];
  const page = await openPage(LANDING, {
    before: (window) => {
      window.open = (...asked) => {
        opened.push(asked[0]);
        return null;
      };
    },
  });
  const tag = { 'data-base-url': BASE_URL, ...attributes };
  await page.addTag(tag);
  await page.engine().load('token');
  const { document: written } = page;
  written.open();
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  written.write(`<!doctype html><head></head><body>${html}</body>`);
  written.close();
  await page.addTag(tag);
  await page.engine().load('token');
  return { ...page, find: findIn(written), opened };
}

describe('a document that the page has written anew', () => {
  afterEach(closeTab);

  it('gives the token to a link of a named host, which has its own address afterwards', async () => {
    const html = '<a href="https://forms.example/s">On</a>';
    const {
      document: page,
      find,
      window,
    } = await openRewritten(html, {
      'data-carry': 'forms.example',
    });
    equal(press(window, find('a')), `https://forms.example/s${WITH_TOKEN}`);
    await until(() => page.body.innerHTML.includes('"https://forms.example/s"'));
  });

  it('gives the token once to a window that opens without an opener, and none to one with an opener', async () => {
    const { opened, window } = await openRewritten('');
    window.open('/next', '_blank', 'noopener');
    window.open('/next', '_blank');
    deepEqual(opened, [`${location.origin}/next${WITH_TOKEN}`, '/next']);
  });

  it('fills an input once, in a shadow root too', async () => {
    const { document: page, find } = await openRewritten('<div></div>');
    const root = find('div').attachShadow({ mode: 'open' });
    let fills = 0;
    root.addEventListener('input', () => (fills += 1));
    root.innerHTML = '<input data-vaultlink-fill="token" />';
    await until(() => root.querySelector('input')?.value === 'abc');
    page.body.append('rendered');
    await settled();
    equal(fills, 1);
  });

  it('sends an outcome that is locked when the page is left, once', async () => {
    const { engine, service, window } = await openRewritten('', {
      'data-parts-url': '/no-parts/',
    });
    void engine().report('complete');
    for (let time = 0; time < 2; time += 1)
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
    equal(service.urls.length, 1);
    match(service.urls[0], /complete\?service_endlink_token=abc$/);
  });

  it('writes a record back that it has cleared, when the page is left', async () => {
    const { window } = await openRewritten('');
    sessionStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    equal(storedRecord().token, 'abc');
  });

  it('reports once for an element', async () => {
    const { load, service } = await openRewritten(
      '<endlink-finish outcome="screenout"></endlink-finish>',
    );
    await load('elements/define.ts');
    await until(() => storedRecord().state === 'confirmed');
    await settled();
    equal(service.urls.length, 1);
  });
});
