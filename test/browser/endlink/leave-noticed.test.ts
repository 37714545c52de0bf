import type * as Leave from '../../../src/browser/endlink/leave.ts';
import { deepEqual } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';

const WEBKIT = 'Apple Computer, Inc.';

/** Listens in a page of that state and browser, and returns how to dispatch an event there and which of them were heard. */
async function listen(readyState: DocumentReadyState, vendor: string) {
  const page = await openPage(LANDING, { timers: 'held' });
  Object.defineProperty(page.window.navigator, 'vendor', { value: vendor });
  const { whenLeft } = await page.load<typeof Leave>('endlink/leave.ts');
  Object.defineProperty(page.document, 'readyState', { value: readyState });
  const heard: string[] = [];
  let current = '';
  whenLeft({ isEntryUnknown: false, isSeen: true, presenters: new Set() }, () =>
    heard.push(current),
  );
  const dispatch = (type: string) => {
    current = type;
    page.window.dispatchEvent(new Event(type));
  };
  return { dispatch, heard };
}

describe('a page that is left', () => {
  afterEach(closeTab);

  it('is noticed in WebKit by beforeunload, too, until it has loaded', async () => {
    const { dispatch, heard } = await listen('interactive', WEBKIT);
    for (const type of ['beforeunload', 'pagehide', 'load', 'beforeunload', 'pagehide'])
      dispatch(type);
    deepEqual(heard, ['beforeunload', 'pagehide', 'pagehide']);
  });

  for (const [when, readyState, vendor] of [
    ['in WebKit once it has loaded', 'complete', WEBKIT],
    ['in Chromium', 'interactive', 'Google Inc.'],
    ['in Firefox', 'interactive', ''],
  ] as const)
    it(`is noticed ${when} by pagehide alone`, async () => {
      const { dispatch, heard } = await listen(readyState, vendor);
      for (const type of ['beforeunload', 'pagehide']) dispatch(type);
      deepEqual(heard, ['pagehide']);
    });
});
