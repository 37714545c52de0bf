import type { EndlinkFinish } from '../../../src/browser/elements/define.ts';
import { deepEqual } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';
import { openFinish } from '../support/finish-page.ts';
import { settled } from '../support/until.ts';

/** The elements of the script tag, which give missed events. */
const BY_TAG = { elements: 'elements/elements-part.ts' };

/** An element that has announced its result to nobody. */
async function openConfirmed() {
  const html = '<endlink-finish outcome="complete" test="on"></endlink-finish>';
  const page = await openFinish(html, BY_TAG);
  await page.shows('confirmed');
  await settled();
  const heard: string[] = [];
  return { ...page, heard, hear: ({ type }: Event) => void heard.push(type) };
}

describe('a listener of an element that comes late', () => {
  afterEach(closeTab);

  it('gets the event that the element has dispatched last, as if it had been there', async () => {
    const { element } = await openConfirmed();
    const states: string[] = [];
    element.addEventListener('endlink-confirmed', ({ currentTarget, detail }) => {
      states.push(`${detail.state} ${(currentTarget as EndlinkFinish | null)?.state}`);
    });
    deepEqual(states, []);
    await settled();
    deepEqual(states, ['confirmed confirmed']);
  });

  it('may be an object, and one that is called once', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', { handleEvent: hear }, { once: true });
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('gets no event of another type, and none that could have been cancelled', async () => {
    const { element, heard, hear } = await openFinishHeldBack();
    element.addEventListener('endlink-confirmed', hear);
    element.addEventListener('endlink-reporting', hear);
    await settled();
    deepEqual(heard, []);
  });

  it('gets nothing if another listener was there in time, or is removed and added again', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    element.addEventListener('endlink-confirmed', () => heard.push('again'));
    element.removeEventListener('endlink-confirmed', hear);
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('does not get what a listener from before the definition of the element has heard', async () => {
    const page = await openPage('');
    const heard: string[] = [];
    const hear = ({ type }: Event) => void heard.push(type);
    page.document.body.innerHTML = '<endlink-finish></endlink-finish>';
    const element = page.document.querySelector('endlink-finish');
    element?.addEventListener('endlink-missing', hear);
    await page.load(BY_TAG.elements);
    await element?.updateComplete;
    await settled();
    element?.removeEventListener('endlink-missing', hear);
    element?.addEventListener('endlink-missing', () => heard.push('again'));
    await settled();
    deepEqual(heard, ['endlink-missing']);
  });

  it('lets the listeners of the document hear nothing twice', async () => {
    const { document, element, heard, hear } = await openConfirmed();
    document.addEventListener('endlink-confirmed', () => heard.push('on the document'));
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });
});

/** An element whose page holds the report back. */
async function openFinishHeldBack() {
  const heard: string[] = [];
  const html = '<endlink-finish outcome="complete" test="on" manual></endlink-finish>';
  const page = await openFinish(html, BY_TAG);
  page.document.addEventListener('endlink-reporting', (event) => event.preventDefault());
  await page.element.report();
  return { ...page, heard, hear: ({ type }: Event) => void heard.push(type) };
}
