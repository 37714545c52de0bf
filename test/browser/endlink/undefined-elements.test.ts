import type * as UndefinedElements from '../../../src/browser/endlink/undefined-elements.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord, typesOf } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** Opens a page that a seller has landed on, and on which the code of the elements is missing. */
async function openWithoutElements(html: string, options: OpenOptions = {}) {
  const page = await openPage(LANDING, options);
  await page.start({ outcomeMap: '1:complete' });
  const { reporterForUndefinedElements } = await page.load<typeof UndefinedElements>(
    'endlink/undefined-elements.ts',
  );
  const asked: (string | null)[] = [];
  page.document.addEventListener('endlink-reporting', ({ target }) => {
    asked.push((target as Element).getAttribute('outcome'));
  });
  page.document.body.innerHTML = html;
  const reported: unknown[] = [];
  const report = (outcome: unknown) => {
    reported.push(outcome);
    return page.engine().report(outcome as 'complete') as Promise<never>;
  };
  const reporter = reporterForUndefinedElements(page.engine(), report);
  reporter.note(page.document);
  const land = (query: string) => {
    page.window.history.pushState(null, '', query);
    page.engine().token();
  };
  return { ...page, asked, reported, land, reportForElements: reporter.start };
}

/** Long enough for the elements to be looked at again. */
async function framesPass(): Promise<void> {
  for (let frame = 0; frame < 15; frame += 1) await new Promise(requestAnimationFrame);
}

describe('an element whose code cannot be downloaded', () => {
  afterEach(closeTab);

  it('is reported after endlink-reporting, once', async () => {
    const { asked, events, reported, reportForElements } = await openWithoutElements(FINISH);
    reportForElements();
    reportForElements();
    await until(() => events.some(({ type }) => type === 'endlink-confirmed'));
    await framesPass();
    deepEqual(asked, ['complete']);
    deepEqual(reported, ['complete']);
  });

  it('is not reported if a listener cancels endlink-reporting, and is asked once', async () => {
    const page = await openWithoutElements(FINISH);
    page.document.addEventListener('endlink-reporting', (event) => event.preventDefault());
    page.reportForElements();
    await framesPass();
    deepEqual(page.asked, ['complete']);
    deepEqual(page.service.urls, []);
    equal(storedRecord().outcome, undefined);
    page.document.querySelector('endlink-finish')?.setAttribute('outcome', 'fail');
    await until(() => page.asked.length === 2);
    deepEqual(page.service.urls, []);
  });

  it('is reported with the outcome that a script sets as its property before it shows it', async () => {
    const page = await openWithoutElements('<div hidden><endlink-finish></endlink-finish></div>');
    page.reportForElements();
    await framesPass();
    const element = page.document.querySelector('endlink-finish');
    Object.assign(element ?? {}, { outcome: 'screenout' });
    element?.parentElement?.removeAttribute('hidden');
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.reported, ['screenout']);
  });

  it("is not reported with a tool's own code, and is with the outcome that is set later", async () => {
    const page = await openWithoutElements(FINISH.replace('complete', '1'));
    page.reportForElements();
    await framesPass();
    deepEqual([page.asked, page.service.urls], [[], []]);
    page.document.querySelector('endlink-finish')?.setAttribute('outcome', 'screenout');
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.reported, ['screenout']);
  });

  for (const [how, [hide, show]] of Object.entries({
    'display: none': ['style="display: none"', 'style'],
    inert: ['inert', 'inert'],
    'aria-hidden': ['aria-hidden="true"', 'aria-hidden'],
    'a closed details': ['', ''],
  })) {
    it(`is reported once it is shown that was inside ${how}`, async () => {
      const html = hide ? `<div ${hide}>${FINISH}</div>` : `<details>${FINISH}</details>`;
      const page = await openWithoutElements(html);
      page.reportForElements();
      await framesPass();
      deepEqual(page.asked, []);
      const box = page.document.body.firstElementChild;
      if (hide) box?.removeAttribute(show ?? '');
      else box?.setAttribute('open', '');
      await until(() => storedRecord().state === 'confirmed');
      deepEqual(typesOf(page), ['endlink-reporting', 'endlink-confirmed']);
    });
  }

  it('is reported once the frame of its page is shown', async () => {
    const frameOf = (page: Window) => page.frameElement as HTMLElement;
    const page = await openWithoutElements(FINISH, {
      before: (window) => (frameOf(window).style.visibility = 'hidden'),
    });
    page.reportForElements();
    await framesPass();
    deepEqual(page.asked, []);
    frameOf(page.window).style.visibility = '';
    await until(() => storedRecord().state === 'confirmed');
  });

  it('is reported on a page with a form that is named hidden, and not while nobody sees the page', async () => {
    const page = await openWithoutElements(`<form name="hidden"></form>${FINISH}`);
    page.reportForElements();
    await until(() => storedRecord().state === 'confirmed');
    closeTab();
    const unseen = await openWithoutElements(FINISH, {
      before: ({ document: hidden }) => Object.defineProperty(hidden, 'hidden', { value: true }),
    });
    unseen.reportForElements();
    await framesPass();
    deepEqual(unseen.asked, []);
  });

  it('is no longer looked at once it is defined', async () => {
    const page = await openWithoutElements(`<div hidden>${FINISH}</div>`);
    page.reportForElements();
    page.window.customElements.define(
      'endlink-finish',
      class extends (page.window as unknown as typeof globalThis).HTMLElement {},
    );
    page.document.querySelector('div')?.removeAttribute('hidden');
    await framesPass();
    await settled();
    deepEqual(page.asked, []);
  });

  for (const when of ['before', 'after'])
    it(`is reported in a shadow root that was there ${when} the search began`, async () => {
      const page = await openWithoutElements('<p>Thank you</p><div></div>');
      const addRoot = () => {
        const root = page.document.querySelector('div')?.attachShadow({ mode: 'open' });
        if (root) root.innerHTML = `<section>${FINISH}</section>`;
      };
      if (when === 'before') addRoot();
      page.reportForElements();
      if (when === 'after') addRoot();
      await settled();
      page.reportForElements();
      await until(() => storedRecord().state === 'confirmed');
      deepEqual(page.reported, ['complete']);
    });

  describe('that is there while another token lands', () => {
    const SECOND = '?service_endlink_token=second';

    for (const when of ['before', 'after'])
      it(`reports nothing for that token, which landed ${when} its code was given up`, async () => {
        const page = await openWithoutElements(FINISH);
        if (when === 'before') page.land(SECOND);
        page.reportForElements();
        if (when === 'after') {
          await until(() => storedRecord().state === 'confirmed');
          page.land(SECOND);
        }
        await framesPass();
        deepEqual(page.reported, when === 'after' ? ['complete'] : []);
        const { token, outcome } = storedRecord();
        deepEqual([token, outcome], ['second', undefined]);
      });

    for (const [how, renew] of Object.entries({
      'given an outcome': (element: Element) => element.setAttribute('outcome', 'fail'),
      'mounted again': async (element: Element) => {
        const { parentNode } = element;
        element.remove();
        await framesPass();
        parentNode?.append(element);
      },
      'navigated to': ({ ownerDocument }: Element) => {
        ownerDocument.defaultView?.history.pushState(null, '', '?finish');
        ownerDocument.body.append('Thank you');
      },
    }))
      it(`reports for that token once it is ${how}`, async () => {
        const page = await openWithoutElements(`<main>${FINISH}</main>`);
        page.reportForElements();
        await until(() => storedRecord().state === 'confirmed');
        page.land(SECOND);
        await framesPass();
        equal(page.reported.length, 1);
        const element = page.document.querySelector('endlink-finish');
        if (element) await renew(element);
        await until(() => page.reported.length === 2);
        equal(storedRecord().token, 'second');
      });

    it('does not report for that token when a framework moves it', async () => {
      const page = await openWithoutElements(`<main>${FINISH}</main>`);
      page.reportForElements();
      await until(() => storedRecord().state === 'confirmed');
      page.land(SECOND);
      await framesPass();
      page.document.body.append(page.document.querySelector('endlink-finish') ?? '');
      await framesPass();
      equal(page.reported.length, 1);
    });

    it('reports for that token once it is shown after it was hidden', async () => {
      const page = await openWithoutElements(`<main>${FINISH}</main>`);
      page.reportForElements();
      await until(() => storedRecord().state === 'confirmed');
      page.land(SECOND);
      const main = page.document.querySelector('main');
      main?.setAttribute('hidden', '');
      await framesPass();
      equal(page.reported.length, 1);
      main?.removeAttribute('hidden');
      await until(() => page.reported.length === 2);
    });
  });
});
