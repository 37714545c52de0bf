import type * as WhenLeft from '../../src/browser/when-left.ts';
import { deepEqual } from './support/assert.ts';
import { closeTab, LANDING, openPage } from './support/buyer-page.ts';

/** Listens in a page of that state, and returns how to dispatch an event there and which of them were heard. */
async function listen(readyState: DocumentReadyState) {
  const page = await openPage(LANDING);
  const { whenLeft } = await page.load<typeof WhenLeft>('when-left.ts');
  Object.defineProperty(page.document, 'readyState', { value: readyState });
  const heard: string[] = [];
  let current = '';
  whenLeft(() => heard.push(current));
  const dispatch = (type: string) => {
    current = type;
    page.window.dispatchEvent(new Event(type));
  };
  return { dispatch, heard };
}

describe('a page that is left', () => {
  afterEach(closeTab);

  it('is noticed by beforeunload, too, until it has loaded', async () => {
    const { dispatch, heard } = await listen('interactive');
    for (const type of ['beforeunload', 'pagehide', 'load', 'beforeunload', 'pagehide'])
      dispatch(type);
    deepEqual(heard, ['beforeunload', 'pagehide', 'pagehide']);
  });

  it('is noticed by pagehide alone once it has loaded', async () => {
    const { dispatch, heard } = await listen('complete');
    for (const type of ['beforeunload', 'pagehide']) dispatch(type);
    deepEqual(heard, ['pagehide']);
  });
});
