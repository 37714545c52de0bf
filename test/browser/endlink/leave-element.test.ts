import { deepEqual, equal } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';
const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

/** A page with a tag whose parts cannot be had, and with an element. */
async function open(html: string, tag: Record<string, string> = {}, how: OpenOptions = {}) {
  const page = await openPage(LANDING, { timers: 'held', ...how });
  await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/', ...tag });
  page.document.body.innerHTML = html;
  const leave = () => page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
  return { ...page, leave };
}

describe('an element whose code is not here when its page is left', () => {
  afterEach(closeTab);

  it('reports once, after endlink-reporting, and its outcome is locked', async () => {
    const { document, leave, service } = await open(FINISH);
    const asked: unknown[] = [];
    document.addEventListener('endlink-reporting', ({ detail }) => asked.push(detail.state));
    leave();
    leave();
    deepEqual(service.urls, [COMPLETE]);
    deepEqual(asked, ['waiting']);
    const { outcome, attempts } = storedRecord();
    deepEqual([outcome, attempts], ['complete', 1]);
  });

  it('reports to the address that it names itself', async () => {
    const { leave, service } = await open(
      FINISH.replace('outcome', `base-url="${BASE_URL}" outcome`),
      { 'data-base-url': '' },
    );
    leave();
    deepEqual(service.urls, [COMPLETE]);
  });

  it('reports what a script, or a framework, has set as its properties', async () => {
    const { document, leave, service } = await open('<endlink-finish></endlink-finish>', {
      'data-base-url': '',
    });
    const properties = { outcome: 'complete', baseUrl: BASE_URL, manual: false };
    Object.assign(document.querySelector('endlink-finish') ?? {}, properties);
    leave();
    deepEqual(service.urls, [COMPLETE]);
  });

  for (const property of ['manual', 'preview', 'test', 'via'])
    it(`reports nothing if a script has set its property ${property}`, async () => {
      const { document, leave, service } = await open(FINISH);
      Object.assign(document.querySelector('endlink-finish') ?? {}, { [property]: 'on' });
      leave();
      deepEqual(service.urls, []);
    });

  it('reports in a shadow root inside another one', async () => {
    const { document, leave, service } = await open('<section></section>');
    const outer = document.querySelector('section')?.attachShadow({ mode: 'open' });
    if (outer) outer.innerHTML = '<div></div>';
    const inner = outer?.querySelector('div')?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = FINISH;
    leave();
    deepEqual(service.urls, [COMPLETE]);
  });

  it('reports through the relay of the tag', async () => {
    const { leave, service } = await open(FINISH, { 'data-via': 'relay' });
    leave();
    deepEqual(service.urls, ['/vault/endlinks/complete']);
  });

  for (const [what, html] of Object.entries({
    'is hidden': `<div hidden>${FINISH}</div>`,
    'is in a step that is kept from assistive technology': `<div aria-hidden="true">${FINISH}</div>`,
    'is in a closed dialog': `<dialog>${FINISH}</dialog>`,
    'is in a closed details': `<details>${FINISH}</details>`,
    'has no outcome': '<endlink-finish></endlink-finish>',
    "has a tool's own code": FINISH.replace('complete', '1'),
    'waits for its button': FINISH.replace('outcome', 'manual outcome'),
    'shows a state alone': FINISH.replace('outcome', 'preview="confirmed" outcome'),
    'is a dry run': FINISH.replace('outcome', 'test outcome'),
  }))
    it(`reports nothing if it ${what}`, async () => {
      const { leave, service } = await open(html, { 'data-outcome-map': '1:complete' });
      leave();
      deepEqual(service.urls, []);
      equal(storedRecord().outcome, undefined);
    });

  it('reports nothing if a listener cancels endlink-reporting', async () => {
    const { document, leave, service } = await open(FINISH);
    document.addEventListener('endlink-reporting', (event) => event.preventDefault());
    leave();
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, undefined);
  });

  it('reports nothing while nobody has seen the page, or its parser is at work', async () => {
    const unseen = await open(
      FINISH,
      {},
      { before: ({ document }) => Object.defineProperty(document, 'hidden', { value: true }) },
    );
    unseen.leave();
    deepEqual(unseen.service.urls, []);
    closeTab();
    const loading = await open(FINISH);
    Object.defineProperty(loading.document, 'readyState', { value: 'loading' });
    loading.leave();
    deepEqual(loading.service.urls, []);
  });

  it('reports nothing for a token that landed in the page while the element was there', async () => {
    const { engine, leave, service, window } = await open(FINISH);
    window.history.pushState(null, '', '?service_endlink_token=second');
    engine().token();
    leave();
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, undefined);
  });

  it('reports nothing in a frame that its page hides', async () => {
    const { leave, service, window } = await open(FINISH);
    (window.frameElement as HTMLElement).style.visibility = 'hidden';
    leave();
    deepEqual(service.urls, []);
  });

  it('leaves an outcome alone that the page has reported itself', async () => {
    const { engine, leave, service } = await open(FINISH);
    void engine().report('screenout');
    leave();
    deepEqual(service.urls, [COMPLETE.replace('complete', 'screenout')]);
  });
});
