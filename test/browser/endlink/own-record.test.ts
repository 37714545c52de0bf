import { equal } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import { findIn, press } from '../support/carrying.ts';
import { until } from '../support/until.ts';

const OWN = 'https://forms.example/s?service_endlink_token=abc&seller_id=42';

/** A page on which a token has landed, and another one in another frame of the tab since. */
async function open(html: string) {
  const page = await openPage(LANDING, { timers: 'held' });
  page.document.body.innerHTML = html;
  await page.start({ carry: 'forms.example' });
  await page.engine().load('token');
  landInOtherFrame();
  page.engine().notify();
  return { ...page, find: findIn(page.document) };
}

/** Writes what the engine of another frame writes: both have one sessionStorage. */
function landInOtherFrame() {
  const previous = storedRecord();
  storeRecord({
    token: 'xyz',
    query: '?service_endlink_token=xyz&seller_id=77',
    sellerId: '77',
    // Never in the same millisecond, which would be the same label.
    capturedAtMs: previous.capturedAtMs + 1,
    previous,
  });
}

describe('a page in whose tab another frame has landed with another token', () => {
  afterEach(closeTab);

  it('carries its own token by a link, a form and carry()', async () => {
    const { engine, find, window } = await open('<a href="https://forms.example/s">On</a>');
    equal(press(window, find('a')), OWN);
    equal(engine().carry('https://forms.example/s'), OWN);
  });

  it('fills in its own token and seller', async () => {
    const page = await open(
      '<input data-vaultlink-fill="token"><input data-vaultlink-fill="seller_id">',
    );
    await page.engine().load('fill');
    const values = () => [...page.document.querySelectorAll('input')].map(({ value }) => value);
    await until(() => values().join(' ') === 'abc 42');
  });

  it('lets its own token expire, and not the other one', async () => {
    const { engine, timers } = await open('');
    const HOUR_MS = 3_600_000;
    for (const { delayMs, run } of [...timers]) if (Math.abs(delayMs - HOUR_MS) < 30_000) run();
    const { state, previous } = storedRecord();
    equal(state, 'waiting');
    equal(previous?.state, 'expired');
    equal(engine().state().state, 'expired');
  });

  it('lets the other token carry nothing once its own outcome is locked', async () => {
    const { engine, find, window } = await open('<a href="https://forms.example/s">On</a>');
    void engine().report('complete');
    equal(press(window, find('a')), 'https://forms.example/s');
  });

  it('reports for its own token, where the browser has no Navigation API and the history entry no label yet', async () => {
    const page = await openPage(LANDING, {
      timers: 'held',
      before: (window) => Object.defineProperty(window, 'navigation', { value: undefined }),
    });
    const { reportOutcome } = await page.start();
    landInOtherFrame();
    equal((await reportOutcome('complete')).state, 'confirmed');
    const { outcome, previous } = storedRecord();
    equal(outcome, undefined);
    equal(previous?.outcome, 'complete');
  });

  it('labels its history entry for its own token, where the browser has no Navigation API', async () => {
    const page = await openPage(LANDING, {
      before: (window) => Object.defineProperty(window, 'navigation', { value: undefined }),
    });
    await page.start();
    const { capturedAtMs } = storedRecord();
    landInOtherFrame();
    await page.engine().load('token');
    const labelOf = () =>
      (page.window.history.state as { vaultlinkEntry?: number } | null)?.vaultlinkEntry;
    equal(await until(labelOf), capturedAtMs);
  });
});
