import { deepEqual, equal, match, ok } from '../support/assert.ts';
import type * as Axe from '../support/axe.ts';
import { closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { FETCHING, openFinish } from '../support/finish-page.ts';
import { shownBy } from '../support/shown.ts';
import { settled, until } from '../support/until.ts';

/** What a preview shows: the state, how its sentence begins, and the buttons. */
type Shown = readonly [state: string, sentence: RegExp, labels?: readonly string[]];

const CONNECT = ['Connect my vault'];

const PREVIEWS: Record<string, Record<string, Shown>> = {
  'endlink-finish': {
    missing: ['missing', /^$/],
    waiting: ['waiting', /^You have reached the end/, ['Finish']],
    expired: ['expired', /^Your link may have expired/, ['Finish']],
    reporting: ['reporting', /^Reporting your participation/],
    accepted: ['accepted', /^Thank you for completing the survey.* has been received/],
    confirmed: ['confirmed', /^Thank you for completing the survey.* has been recorded/],
    rejected: ['rejected', /^The marketplace could not accept/],
    unknown: ['unknown', /^Not confirmed yet/, ['Try again', 'Finish at the marketplace']],
    probablyRecorded: ['unknown', /most likely been recorded already/],
    misconfigured: ['unknown', /could not be sent from this page yet/],
  },
  'vault-connect': {
    checking: ['checking', /^Checking the connection/],
    disconnected: ['disconnected', /^Your vault is not connected/, CONNECT],
    denied: ['disconnected', /^You declined/, CONNECT],
    connecting: ['connecting', /^Connecting\./, CONNECT],
    connected: ['connected', /^Your vault is connected/, ['Disconnect']],
    reconnect: ['reconnect', /^The connection to your vault has ended/, CONNECT],
    failed: ['failed', /^That did not work/, ['Try again']],
  },
  'vault-push': {
    ready: ['ready', /^$/],
    pushing: ['pushing', /^Saving your answers/],
    pushed: ['pushed', /^Your answers are saved/],
    failed: ['failed', /^Your answers were not saved/],
    refused: ['failed', /^Your answers were not accepted/],
    unconnected: ['failed', /^Not saved yet. Please connect/],
    busy: ['failed', /^Not saved yet. Please try again in 60 seconds/],
    unsaved: ['failed', /^Your answers were not saved/],
    unanswered: ['failed', /^We could not find out/],
  },
};

const FORM =
  '<form action="/plain"><label>Name <input name="name" /></label><button>Save</button></form>';

const markupOf = (name: string, preview: string) =>
  `<${name} outcome="complete" packet-id="p1" preview='${preview}'>${name === 'vault-push' ? FORM : ''}</${name}>`;

const EVENTS = [
  ...['reporting', 'accepted', 'confirmed', 'rejected', 'unknown', 'missing', 'expiring'].map(
    (name) => `endlink-${name}`,
  ),
  ...['connected', 'disconnected', 'denied', 'failed', 'pushing', 'pushed', 'push-failed'].map(
    (name) => `vault-${name}`,
  ),
];

type AnyElement = HTMLElementTagNameMap['endlink-finish' | 'vault-connect' | 'vault-push'];

/** Opens a page with this markup, and counts what its elements dispatch. */
async function openPreviews(html: string, query = '') {
  const page = await openPage(query);
  page.document.body.innerHTML = `<main><h1>Previews</h1>${html}</main>`;
  const dispatched: string[] = [];
  const elements = [
    ...page.document.querySelectorAll<AnyElement>('endlink-finish, vault-connect, vault-push'),
  ];
  for (const type of EVENTS) {
    page.document.addEventListener(type, () => dispatched.push(type));
  }
  await page.load('elements/define.ts');
  for (const element of elements) await element.updateComplete;
  return { ...page, elements, dispatched };
}

/** Fails if the page has requested, stored or dispatched anything, or has an engine. */
function assertNothingLeft(page: BuyerPage & { dispatched: string[] }): void {
  deepEqual(page.service.urls, []);
  deepEqual(page.dispatched, []);
  deepEqual([sessionStorage.length, localStorage.length], [0, 0]);
  equal(page.window.vaultlink, undefined);
  deepEqual([page.warnings, page.errors], [[], []]);
}

describe('the preview of an element', () => {
  afterEach(closeTab);

  for (const [name, previews] of Object.entries(PREVIEWS)) {
    it(`shows each state of <${name}> side by side, marked as a test, without a fault for assistive technology`, async () => {
      const html = Object.keys(previews).map((preview) => markupOf(name, preview));
      const page = await openPreviews(html.join(''));
      const all = Object.entries(previews);
      for (const [index, [preview, [state, sentence, labels = []]]] of all.entries()) {
        const element = page.elements[index];
        ok(element, preview);
        const shown = shownBy(element);
        match(shown.sentence(), sentence, preview);
        deepEqual(
          shown.buttons().map(({ textContent }) => textContent),
          labels,
          preview,
        );
        equal<string>(element.state, state);
        ok(element.matches(`:state(${state})`), preview);
        const mark = element.shadowRoot?.querySelector('[part=test]');
        equal(mark?.textContent, 'This is a test. Nothing was sent.');
      }
      const axe = (await page.window.load('/test/browser/support/axe.ts')) as typeof Axe;
      deepEqual(await axe.violationsIn(), []);
      assertNothingLeft(page);
    });

    it(`of <${name}> does nothing, whatever is pressed, submitted or called`, async () => {
      const html = Object.keys(previews).map((preview) => markupOf(name, preview));
      const page = await openPreviews(html.join(''));
      for (const element of page.elements) {
        for (const button of shownBy(element).buttons()) button.click();
        element.querySelector('form')?.requestSubmit();
        if ('report' in element) await element.report();
        if ('connect' in element) element.connect();
        if ('disconnect' in element) await element.disconnect();
      }
      await settled();
      equal(page.address(), '');
      assertNothingLeft(page);
    });
  }

  it('leaves the token of the tab alone', async () => {
    const page = await openFinish(FETCHING + markupOf('endlink-finish', 'confirmed'), {
      before: (window) => (window.document.documentElement.hidden = true),
    });
    const preview = page.document.querySelector('endlink-finish[preview]');
    page.element.remove();
    page.document.documentElement.hidden = false;
    await settled();
    match((preview as AnyElement | null)?.state, /^confirmed$/);
    deepEqual([page.service.urls, storedRecord().state], [[], 'waiting']);
  });

  it('begins and ends at any time', async () => {
    const page = await openPreviews(
      '<endlink-finish preview="rejected"></endlink-finish>',
      LANDING,
    );
    const [element] = page.elements;
    ok(element && 'outcome' in element, 'The element is there');
    element.baseUrl = 'https://service.example';
    element.outcome = 'complete';
    element.preview = 'confirmed';
    await settled();
    equal(element.state, 'confirmed');
    equal(page.window.vaultlink, undefined);
    element.preview = undefined;
    await until(() => page.service.urls.length);
    await until(() => element.state === 'confirmed');
    element.preview = 'rejected';
    await settled();
    equal(element.state, 'rejected');
    equal(page.service.urls.length, 1);
  });

  it('tells the result of the outcome that the element has', async () => {
    const html = markupOf('endlink-finish', 'confirmed').replace('complete', 'screenout');
    const { elements } = await openPreviews(html);
    ok(elements[0], 'The element is there');
    match(shownBy(elements[0]).sentence(), /a different group of participants/);
  });

  for (const name of Object.keys(PREVIEWS)) {
    it(`of a state that <${name}> does not have is named in the console once, and shows and does nothing`, async () => {
      const page = await openPreviews(markupOf(name, 'no "such" state'));
      const [element] = page.elements;
      ok(element, 'The element is there');
      element.requestUpdate();
      await settled();
      const names = Object.keys(PREVIEWS[name] ?? {});
      equal(page.warnings.length, 1);
      ok(
        page.warnings[0]?.includes(`<${name}> has no "no "such" state" to preview`),
        String(page.warnings[0]),
      );
      for (const one of names) ok(page.warnings[0]?.includes(one), one);
      equal(shownBy(element).sentence(), '');
      page.warnings.length = 0;
      assertNothingLeft(page);
    });
  }
});
