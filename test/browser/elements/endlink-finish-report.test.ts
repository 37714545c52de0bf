import { deepEqual, equal, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { FETCHING, openFinish } from '../support/finish-page.ts';
import { networkError, status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const COMPLETE = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';
const MANUAL =
  '<endlink-finish outcome="complete" manual base-url="https://service.example"></endlink-finish>';

const results = (events: { type: string }[]) => events.map(({ type }) => type);

describe('<endlink-finish> reports', () => {
  afterEach(closeTab);

  it('by itself, without a script tag', async () => {
    const { element, events, service, shows } = await openFinish(FETCHING);
    await shows('confirmed');
    deepEqual(service.urls, [COMPLETE]);
    deepEqual(results(events), ['endlink-reporting', 'endlink-confirmed']);
    for (const { target } of events) equal(target, element);
  });

  it('once, though it is moved about and there are two of it', async () => {
    const { document: page, element, service, shows } = await openFinish(FETCHING + FETCHING);
    page.body.append(element);
    element.remove();
    page.body.append(element);
    await shows('confirmed');
    await settled();
    equal(service.urls.length, 1);
    for (const one of page.querySelectorAll('endlink-finish')) equal(one.state, 'confirmed');
  });

  it('not before its button is pressed, where it is manual', async () => {
    const { buttons, service, shows } = await openFinish(MANUAL);
    await shows('waiting');
    await settled();
    deepEqual(service.urls, []);
    buttons()[0]?.click();
    await shows('confirmed');
    deepEqual(service.urls, [COMPLETE]);
  });

  it('when told to by code, and gives the state', async () => {
    const { element, service } = await openFinish(MANUAL);
    const { state, outcome } = await element.report();
    deepEqual({ state, outcome }, { state: 'confirmed', outcome: 'complete' });
    await element.report();
    equal(service.urls.length, 1);
  });

  it('by the way and to the relay that its attributes say', async () => {
    const { service, shows } = await openFinish(
      '<endlink-finish outcome="fail" via="relay" relay-url="/mine"></endlink-finish>',
    );
    await shows('confirmed');
    deepEqual(service.urls, ['/mine/fail']);
  });

  it('as the script tag says, where it says nothing itself', async () => {
    const page = await openPage(LANDING);
    await page.start({ baseUrl: BASE_URL });
    page.document.body.innerHTML = '<endlink-finish outcome="screenout"></endlink-finish>';
    await page.load('elements/define.ts');
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [COMPLETE.replace('complete', 'screenout')]);
  });

  it('by itself once, though it was held back and is moved about', async () => {
    const page = await openPage(LANDING);
    page.document.addEventListener('endlink-reporting', (event) => event.preventDefault());
    page.document.body.innerHTML = FETCHING;
    await page.load('elements/define.ts');
    await until(() => results(page.events).length);
    const element = page.document.querySelector('endlink-finish');
    page.document.body.append(element ?? '');
    await settled();
    deepEqual(results(page.events), ['endlink-reporting']);
    deepEqual(page.service.urls, []);
  });

  it('nothing, where a listener holds it back, until it is asked again', async () => {
    const { document: page, element, service, shows } = await openFinish(MANUAL);
    page.addEventListener('endlink-reporting', (event) => event.preventDefault(), { once: true });
    equal((await element.report()).state, 'waiting');
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, undefined);
    equal((await element.report()).state, 'confirmed');
    await shows('confirmed');
  });

  it('when report() is called after a listener has held it back, though the listener holds back each report', async () => {
    const { document: page, element, events, service } = await openFinish(MANUAL);
    page.addEventListener('endlink-reporting', (event) => event.preventDefault());
    equal((await element.report()).state, 'waiting');
    equal((await element.report()).state, 'confirmed');
    deepEqual(service.urls, [COMPLETE]);
    deepEqual(results(events), ['endlink-reporting', 'endlink-confirmed']);
  });

  it('when the listener that holds it back calls report() itself, at once', async () => {
    const { element, events, service } = await openFinish(MANUAL);
    element.addEventListener('endlink-reporting', (event) => {
      event.preventDefault();
      // Without end, if the listener were asked about its own report.
      if (results(events).length < 5) void element.report();
    });
    void element.report();
    await until(() => results(events).includes('endlink-confirmed'));
    deepEqual(service.urls, [COMPLETE]);
    deepEqual(results(events), ['endlink-reporting', 'endlink-confirmed']);
  });

  it('nothing by its button, each time that a listener holds it back', async () => {
    const page = await openFinish(MANUAL);
    page.document.addEventListener('endlink-reporting', (event) => event.preventDefault());
    for (const count of [1, 2]) {
      page.buttons()[0]?.click();
      await until(() => results(page.events).length === count);
    }
    await settled();
    deepEqual(page.service.urls, []);
  });

  it('nothing, where it has gone before anybody has seen the page', async () => {
    let isHidden = true;
    const page = await openFinish(FETCHING, {
      before: ({ document: hidden }) => {
        Object.defineProperty(hidden, 'hidden', { get: () => isHidden });
      },
    });
    await settled();
    page.element.remove();
    isHidden = false;
    page.document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    equal(storedRecord().outcome, undefined);
    deepEqual(page.service.urls, []);
  });

  it('again, by its retry button', async () => {
    const { buttons, service, shows } = await openFinish(FETCHING, {
      timers: 'held',
      replies: [networkError()],
    });
    await shows('unknown');
    buttons()[0]?.click();
    await shows('confirmed');
    deepEqual(service.urls, [COMPLETE, COMPLETE]);
  });

  it("at the service's own page, by its other button", async () => {
    const { buttons, engine, shows } = await openFinish(FETCHING, {
      timers: 'held',
      replies: [status(503)],
    });
    await shows('unknown');
    const asked: unknown[][] = [];
    Object.assign(engine(), { report: (...values: unknown[]) => (asked.push(values), {}) });
    buttons()[1]?.click();
    await until(() => asked.length);
    deepEqual(asked, [['complete', { via: 'redirect' }]]);
  });

  for (const [how, finish] of [
    ['by its button', ({ buttons }) => buttons()[0]?.click()],
    ['by itself', ({ element }) => element.removeAttribute('manual')],
  ] satisfies [string, (page: Awaited<ReturnType<typeof openFinish>>) => void][])
    it(`a token that expired all the same, ${how}`, async () => {
      const page = await openFinish(MANUAL);
      const { engine, events, service, shows } = page;
      await shows('waiting');
      const record = engine().readRecord();
      ok(record, 'The token waits');
      engine().writeRecord({ ...record, state: 'expired' });
      engine().notify();
      await shows('expired');
      finish(page);
      await shows('confirmed');
      deepEqual(service.urls, [COMPLETE]);
      deepEqual(results(events), ['endlink-reporting', 'endlink-confirmed']);
    });

  it('that the token is missing, manual or not, and asks nobody', async () => {
    for (const html of [MANUAL, FETCHING]) {
      const { events, service, shows } = await openFinish(html, { query: '' });
      await shows('missing');
      await until(() => results(events).length);
      deepEqual(results(events), ['endlink-missing']);
      deepEqual(service.urls, []);
      closeTab();
    }
  });
});

describe('the events of <endlink-finish>', () => {
  afterEach(closeTab);

  it('leave the shadow tree that it stands in, and tell the state', async () => {
    const page = await openPage(LANDING);
    page.document.body.innerHTML = '<div></div>';
    const host = page.document.querySelector('div');
    const root = host?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = FETCHING;
    const seen: Event[] = [];
    for (const type of ['endlink-reporting', 'endlink-confirmed']) {
      page.document.addEventListener(type, (event) => seen.push(event));
    }
    await page.load('elements/define.ts');
    await until(() => seen.length === 2);
    deepEqual(
      seen.map(({ bubbles, cancelable, composed }) => [bubbles, composed, cancelable]),
      [
        [true, true, true],
        [true, true, false],
      ],
    );
    deepEqual(
      seen.map((event) => (event as CustomEvent<{ state: string }>).detail.state),
      ['waiting', 'confirmed'],
    );
    for (const { target } of seen) equal(target, host);
  });

  it('are dispatched on the document once it has gone', async () => {
    const { document: page, element, engine, events, shows } = await openFinish(MANUAL);
    await shows('waiting');
    element.remove();
    await engine().report('complete');
    equal(events.find(({ type }) => type === 'endlink-confirmed')?.target, page);
    equal(element.state, 'waiting');
  });
});

describe('the connection to the service', () => {
  afterEach(closeTab);
  const links = (page: Document) =>
    [...page.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')].map((link) => [
      link.href,
      link.crossOrigin,
    ]);

  it('is opened ahead once, of the kind that the request will use', async () => {
    const fetching = await openFinish(MANUAL + MANUAL);
    await fetching.shows('waiting');
    deepEqual(links(fetching.document), [['https://service.example/', 'anonymous']]);
    closeTab();
    const leaving = await openFinish(MANUAL.replace('manual', 'manual via="redirect"'));
    await leaving.shows('waiting');
    deepEqual(links(leaving.document), [['https://service.example/', null]]);
  });

  it('is not opened on a page that has removed its head, and the result shows as on any other', async () => {
    const removeHead = ({ document: page }: Window) => page.head.remove();
    const { errors, shows } = await openFinish(FETCHING, { before: removeHead });
    await shows('confirmed');
    deepEqual(errors, []);
  });

  it('is not opened where none will be needed', async () => {
    for (const [html, query] of [
      [MANUAL.replace('manual', 'manual test="on"'), LANDING],
      [MANUAL.replace('manual', 'manual via="relay"'), LANDING],
      [MANUAL, ''],
    ] as const) {
      const { document: page, element } = await openFinish(html, { query });
      await until(() => element.state);
      await settled();
      deepEqual(links(page), [], html);
      closeTab();
    }
  });
});
