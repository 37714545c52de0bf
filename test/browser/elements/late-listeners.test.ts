import type { EndlinkFinish } from '../../../src/browser/elements/define.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';
import { openFinish } from '../support/finish-page.ts';
import { settled, until } from '../support/until.ts';
import { openVault, PUSHED, reply } from '../support/vault-page.ts';

const FINISH = '<endlink-finish outcome="complete" test="on"></endlink-finish>';

/** An element that has announced its result to nobody. */
async function openConfirmed() {
  const page = await openFinish(FINISH);
  await page.shows('confirmed');
  await settled();
  return { ...page, ...hearing() };
}

/** A listener, and the events that it has received. */
function hearing() {
  const heard: string[] = [];
  return { heard, hear: ({ type }: Event) => void heard.push(type) };
}

describe('a listener of an element that comes late', () => {
  afterEach(closeTab);

  it('gets the event that the element has dispatched last, as if it had been there', async () => {
    const { element } = await openConfirmed();
    const states: string[] = [];
    element.addEventListener('endlink-confirmed', function (this: HTMLElement, event) {
      const { currentTarget, detail, target } = event;
      states.push(`${detail.state} ${(currentTarget as EndlinkFinish | null)?.state}`);
      equal(target, element);
      equal(this, element);
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
    element.dispatchEvent(new Event('endlink-confirmed'));
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('receives the event although a listener with `once` has received it before', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', hear, { once: true });
    await settled();
    element.addEventListener('endlink-confirmed', () => heard.push('second'), { once: true });
    await settled();
    deepEqual(heard, ['endlink-confirmed', 'second']);
  });

  it('is called once if it is added while the event is on its way to the element', async () => {
    const html = FINISH.replace('outcome', 'manual outcome');
    const { document, element, heard, hear } = { ...(await openFinish(html)), ...hearing() };
    const addListener = () => element.addEventListener('endlink-confirmed', hear);
    document.addEventListener('endlink-confirmed', addListener, true);
    await element.report();
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

  it('is called alone, so that no other listener receives the event twice', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    element.addEventListener('endlink-confirmed', () => heard.push('second'));
    element.addEventListener('endlink-unknown', () => heard.push('another name'));
    element.addEventListener('my-event', () => heard.push('my name'));
    element.addEventListener('endlink-confirmed', hear);
    element.addEventListener('endlink-confirmed', hear, true);
    await settled();
    deepEqual(heard, ['endlink-confirmed', 'second']);
  });

  it('gets nothing in the place of a listener that was removed, before or after it is added', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    element.removeEventListener('endlink-confirmed', hear);
    const second = () => heard.push('second');
    element.addEventListener('endlink-confirmed', second);
    await settled();
    element.addEventListener('endlink-confirmed', () => heard.push('third'));
    element.removeEventListener('endlink-confirmed', second);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('gets nothing in the place of a listener that a signal has removed', async () => {
    const { element, heard, hear } = await openConfirmed();
    const controller = new AbortController();
    element.addEventListener('endlink-confirmed', hear, { signal: controller.signal });
    await settled();
    controller.abort();
    element.addEventListener('endlink-confirmed', () => heard.push('again'));
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('gets the event in the place of a listener that was removed before it was called', async () => {
    const { element, heard, hear } = await openConfirmed();
    const first = () => heard.push('first');
    element.addEventListener('endlink-confirmed', first);
    element.removeEventListener('endlink-confirmed', first);
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('gets the event in the place of a listener that was never added', async () => {
    const { document, heard, hear } = await openConfirmed();
    const element = document.createElement('endlink-finish');
    document.body.append(element);
    await until(() => element.state === 'confirmed');
    await settled();
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
    await page.load('elements/define.ts');
    await until(() => heard.length);
    element?.addEventListener('endlink-confirmed', hear);
    await settled();
    element?.removeEventListener('endlink-missing', hear);
    element?.addEventListener('endlink-missing', () => heard.push('again'));
    await settled();
    deepEqual(heard, ['endlink-missing']);
  });

  it('does not get an event of the page', async () => {
    const { element, heard, hear } = await openConfirmed();
    element.dispatchEvent(new Event('my-event'));
    element.addEventListener('my-event', hear);
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('lets the listeners of the document hear nothing twice', async () => {
    const { document, element, heard, hear } = await openConfirmed();
    document.addEventListener('endlink-confirmed', () => heard.push('on the document'));
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
  });

  it('stops no other listener by its own error, which the console shows', async () => {
    const { element, errors, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', () => {
      throw new Error('of the page');
    });
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    deepEqual(heard, ['endlink-confirmed']);
    equal(errors.length, 1);
  });

  it('gets the result of a push, and not while the next push is sent', async () => {
    const form = '<form><input name="a" /><button>Save</button></form>';
    const html = `<vault-push packet-id="p1">${form}</vault-push>`;
    const page = await openVault('vault-push', html, {
      replies: [reply(PUSHED), new Promise<Response>(() => undefined)],
    });
    const heard: string[] = [];
    page.document.querySelector('button')?.click();
    await page.shows('pushed');
    await settled();
    page.element.addEventListener('vault-pushed', ({ type }) => heard.push(type));
    await settled();
    page.document.querySelector('button')?.click();
    await page.shows('pushing');
    page.element.addEventListener('vault-pushed', () => heard.push('too early'));
    await settled();
    deepEqual(heard, ['vault-pushed']);
  });
});

describe('an element that is moved', () => {
  afterEach(closeTab);

  it('tells nobody again what they know, and a listener that is added then', async () => {
    const { document, element, heard, hear } = await openConfirmed();
    element.addEventListener('endlink-confirmed', hear);
    await settled();
    document.addEventListener('endlink-confirmed', () => heard.push('on the document'));
    document.body.prepend(element);
    element.remove();
    document.body.append(element);
    await settled();
    element.addEventListener('endlink-confirmed', () => heard.push('late'));
    await settled();
    deepEqual(heard, ['endlink-confirmed', 'late']);
  });
});

/** An element whose page holds the report back. */
async function openFinishHeldBack() {
  const html = '<endlink-finish outcome="complete" test="on" manual></endlink-finish>';
  const page = await openFinish(html);
  page.document.addEventListener('endlink-reporting', (event) => event.preventDefault());
  await page.element.report();
  return { ...page, ...hearing() };
}
