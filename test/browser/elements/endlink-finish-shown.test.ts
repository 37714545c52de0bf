import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { FETCHING, openFinish } from '../support/finish-page.ts';
import { settled, until } from '../support/until.ts';

const COMPLETE = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';

const results = (events: { type: string }[]) => events.map(({ type }) => type);

/** Long enough for an element to look whether it is rendered. */
async function framesPass(): Promise<void> {
  for (let frame = 0; frame < 15; frame += 1) await new Promise(requestAnimationFrame);
}

describe('<endlink-finish> that is not rendered', () => {
  afterEach(closeTab);

  /** Ways to hide what is inside, and to show it. */
  const HIDDEN: Record<string, [string, (box: HTMLElement) => void]> = {
    'inside display: none': ['style="display: none"', (box) => (box.style.display = '')],
    'inside hidden': ['hidden', (box) => (box.hidden = false)],
    'inside inert': ['inert', (box) => (box.inert = false)],
    'inside visibility: hidden': [
      'style="visibility: hidden"',
      (box) => (box.style.visibility = ''),
    ],
    'inside aria-hidden': ['aria-hidden="true"', (box) => box.removeAttribute('aria-hidden')],
  };
  for (const [how, [attribute, show]] of Object.entries(HIDDEN)) {
    it(`${how} reports when it is shown, and not before`, async () => {
      const page = await openFinish(`<div id="box" ${attribute}>${FETCHING}</div>`);
      await framesPass();
      deepEqual(page.service.urls, []);
      equal(storedRecord().outcome, undefined);
      const box = page.document.getElementById('box');
      ok(box, 'The box is there');
      show(box);
      await page.shows('confirmed');
      deepEqual(page.service.urls, [COMPLETE]);
    });
  }

  const FRAMES: Record<string, [(frame: HTMLElement) => void, (frame: HTMLElement) => void]> = {
    'a frame with visibility: hidden': [
      (frame) => (frame.style.visibility = 'hidden'),
      (frame) => (frame.style.visibility = ''),
    ],
    'an inert frame': [(frame) => (frame.inert = true), (frame) => (frame.inert = false)],
    'a frame inside visibility: hidden': [
      (frame) => wrap(frame, 'style', 'visibility: hidden'),
      (frame) => frame.parentElement?.removeAttribute('style'),
    ],
    'a frame inside aria-hidden': [
      (frame) => wrap(frame, 'aria-hidden', 'true'),
      (frame) => frame.parentElement?.removeAttribute('aria-hidden'),
    ],
  };
  /** Gives what is around the frames of the test an attribute. */
  const wrap = (frame: HTMLElement, name: string, value: string) =>
    frame.parentElement?.setAttribute(name, value);
  for (const [where, [hide, show]] of Object.entries(FRAMES)) {
    it(`in ${where} reports when that is shown, and not before`, async () => {
      let frame: HTMLElement | undefined;
      const page = await openFinish(FETCHING, {
        before: (window) => {
          frame = window.frameElement as HTMLElement;
          hide(frame);
        },
      });
      await framesPass();
      deepEqual(page.service.urls, []);
      equal(storedRecord().outcome, undefined);
      ok(frame, 'The page is in a frame');
      show(frame);
      await page.shows('confirmed');
      deepEqual(page.service.urls, [COMPLETE]);
    });
  }

  it('in a frame of a frame that is hidden reports when that is shown, and not before', async () => {
    const outer = await openPage();
    const frame = outer.window.frameElement as HTMLElement;
    frame.style.visibility = 'hidden';
    const page = await openFinish(FETCHING, { within: outer.document });
    await framesPass();
    deepEqual(page.service.urls, []);
    frame.style.visibility = '';
    await page.shows('confirmed');
  });

  for (const name of ['dialog', 'details']) {
    it(`inside a closed ${name} reports when that is opened, and not before`, async () => {
      const page = await openFinish(`<${name} id="box">${FETCHING}</${name}>`);
      await framesPass();
      deepEqual(page.service.urls, []);
      page.document.getElementById('box')?.setAttribute('open', '');
      await page.shows('confirmed');
    });
  }

  it('inside a shadow tree whose host is hidden reports when the host is shown', async () => {
    const page = await openPage(LANDING);
    page.document.body.innerHTML = '<div hidden></div>';
    const host = page.document.querySelector('div');
    ok(host, 'The host is there');
    host.attachShadow({ mode: 'open' }).innerHTML = FETCHING;
    await page.load('elements/define.ts');
    await framesPass();
    deepEqual(page.service.urls, []);
    host.hidden = false;
    await until(() => storedRecord().state === 'confirmed');
  });

  it('looks for that no longer once it has gone, or has been shown', async () => {
    const running = new Set<unknown>();
    const page = await openFinish(`<div hidden>${FETCHING}</div>`, {
      before: (window) => {
        const setInterval = window.setInterval.bind(window);
        const clearInterval = window.clearInterval.bind(window);
        window.setInterval = ((...values: Parameters<typeof setInterval>) => {
          const timer = setInterval(...values);
          running.add(timer);
          return timer;
        }) as typeof setInterval;
        window.clearInterval = (timer) => {
          running.delete(timer);
          clearInterval(timer);
        };
      },
    });
    await until(() => running.size);
    page.element.remove();
    equal(running.size, 0);
    page.document.body.append(page.element);
    page.element.remove();
    await settled();
    equal(running.size, 0);
    page.document.body.append(page.element);
    await page.shows('confirmed');
    equal(running.size, 0);
  });

  it('itself with display: contents, or transparent and off the screen, counts as rendered', async () => {
    for (const style of ['display: contents', 'opacity: 0; position: fixed; left: -9999px']) {
      const page = await openFinish(FETCHING.replace('<endlink-finish', `$& style="${style}"`));
      await page.shows('confirmed');
      closeTab();
    }
  });

  it('reports on a page with a form that is named hidden', async () => {
    const page = await openFinish(`<form name="hidden"></form>${FETCHING}`);
    await page.shows('confirmed');
  });

  it('is named in the console while a token waits', async () => {
    const page = await openFinish(`<div hidden>${FETCHING}</div>`);
    ok(
      await until(() => page.warnings.find((text) => text.includes('is not rendered'))),
      'It is named',
    );
  });
});

describe('<endlink-finish> whose outcome comes late', () => {
  afterEach(closeTab);

  it('waits, says so in the console, and reports as soon as the outcome is set', async () => {
    const page = await openFinish(FETCHING.replace('outcome="complete"', ''));
    ok(
      await until(() => page.warnings.find((text) => text.includes('waits for its outcome'))),
      'Named',
    );
    deepEqual([page.service.urls, page.buttons()], [[], []]);
    equal(storedRecord().outcome, undefined);
    page.element.outcome = 'screenout';
    await page.shows('confirmed');
    deepEqual(page.service.urls, [COMPLETE.replace('complete', 'screenout')]);
  });

  it('locks nothing with an outcome that does not exist', async () => {
    const page = await openFinish(FETCHING.replace('"complete"', '"undefined"'));
    await framesPass();
    equal(storedRecord().outcome, undefined);
    page.element.setAttribute('outcome', 'complete');
    await page.shows('confirmed');
  });
});

describe('<endlink-finish> that is mounted when all is settled', () => {
  afterEach(closeTab);

  it('dispatches the event of the settled state once', async () => {
    const page = await openFinish(FETCHING);
    await page.shows('confirmed');
    page.element.remove();
    page.events.length = 0;
    page.document.body.insertAdjacentHTML('beforeend', FETCHING);
    const later = page.document.querySelector('endlink-finish');
    await until(() => page.events.length);
    await settled();
    deepEqual(results(page.events), ['endlink-confirmed']);
    equal(page.events[0]?.target, later);
    equal(page.service.urls.length, 1);
  });

  it('dispatches nothing again when it is mounted again, and calls a listener that is added then', async () => {
    const page = await openFinish(FETCHING);
    await page.shows('confirmed');
    page.element.remove();
    await settled();
    page.events.length = 0;
    page.document.body.append(page.element);
    await settled();
    const heard: string[] = [];
    page.element.addEventListener('endlink-confirmed', ({ type }) => heard.push(type));
    await settled();
    deepEqual(results(page.events), []);
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('dispatches the event of each token that is settled while it is mounted', async () => {
    const page = await openFinish(FETCHING);
    await page.shows('confirmed');
    page.events.length = 0;
    page.window.history.pushState(null, '', LANDING.replace('abc', 'next'));
    page.engine().readAddress();
    await page.engine().report('complete');
    await until(() => results(page.events).includes('endlink-confirmed'));
    await settled();
    equal(results(page.events).filter((type) => type === 'endlink-confirmed').length, 1);
  });
});
