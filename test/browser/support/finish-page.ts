import type { EndlinkFinish } from '../../../src/browser/elements/define.ts';
import type { EndlinkStateName } from '../../../src/browser/endlink/state.ts';
import { LANDING, openPage, storeRecord } from './buyer-page.ts';
import type { BuyerPage, OpenOptions } from './buyer-page.ts';
import { ok } from './assert.ts';
import { shownBy } from './shown.ts';
import { held } from './until.ts';

/** A page with the element, and what a test looks at. */
export interface FinishPage extends BuyerPage {
  element: EndlinkFinish;
  /** The line that tells the state. */
  status: () => HTMLElement;
  /** The sentence that a seller reads: what fills the slot, else what is built in. */
  sentence: () => string;
  buttons: () => HTMLButtonElement[];
  /** Waits for a state to be shown. */
  shows: (state: EndlinkStateName) => Promise<void>;
}

/** How to open a page with the element. */
interface FinishOptions extends OpenOptions {
  /** Default: {@link LANDING}. */
  query?: string;
  /** The module that defines the elements. Default: that of a bundle; `elements/elements-part.ts` is that of the script tag. */
  elements?: string;
}

/** Opens a page that a seller has landed on, with this markup, and its first element. */
export async function openFinish(html: string, options: FinishOptions = {}) {
  const page = await openPage(options.query ?? LANDING, options);
  page.document.body.innerHTML = `<main><h1>Thank you</h1>${html}</main>`;
  await page.load(options.elements ?? 'elements/define.ts');
  const element = page.document.querySelector('endlink-finish');
  ok(element, 'The element is there');
  await element.updateComplete;
  return finishPage(page, element);
}

function finishPage(page: BuyerPage, element: EndlinkFinish): FinishPage {
  return { ...page, ...shownBy(element), element };
}

/** An element that reports by itself, for real. */
export const FETCHING =
  '<endlink-finish outcome="complete" base-url="https://service.example"></endlink-finish>';

/** Every way in which the element can stand, and how it gets there. */
export const STATES: Record<string, () => Promise<FinishPage>> = {
  waiting: () =>
    openFinish('<endlink-finish outcome="complete" manual test="on"></endlink-finish>'),
  reporting: () => openFinish(FETCHING, { replies: [held<Response>().promise] }),
  confirmed: () => openFinish('<endlink-finish outcome="complete" test="on"></endlink-finish>'),
  rejected: () => openFinish('<endlink-finish outcome="complete" test="spent"></endlink-finish>'),
  unknown: () => openFinish('<endlink-finish outcome="complete" test="cors"></endlink-finish>'),
  accepted: () => {
    const accepted = new Response('{"result":"accepted"}');
    const html = '<endlink-finish outcome="complete" via="relay"></endlink-finish>';
    return openFinish(html, { replies: [accepted] });
  },
  misconfigured: () =>
    openFinish('<endlink-finish outcome="complete" base-url="/vault"></endlink-finish>'),
  probablyRecorded: () => {
    const known = { outcome: 'complete', state: 'unknown', probablyRecorded: true } as const;
    storeRecord(known);
    return openFinish('<endlink-finish outcome="complete"></endlink-finish>', { query: '' });
  },
  missing: () => openFinish('<endlink-finish outcome="complete"></endlink-finish>', { query: '' }),
  expired: () => {
    storeRecord({ state: 'expired', capturedAtMs: Date.now() - 3_700_000 });
    const html = '<endlink-finish outcome="complete" manual test="on"></endlink-finish>';
    return openFinish(html, { query: '' });
  },
};

/** The state that an element shows that stands so. */
export const stateOf = (name: string) =>
  (['probablyRecorded', 'misconfigured'].includes(name) ? 'unknown' : name) as EndlinkStateName;
