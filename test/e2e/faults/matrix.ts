import type { Frame, Page } from '@playwright/test';
import type { EndlinkState, Vaultlink } from '../../../src/browser/endlink/index.ts';
import type { LoggedRequest } from '../../../src/sandbox/index.ts';
import { claimsOf } from '../support/claims.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { claimsAbout } from '../support/service.ts';
import type { Endlink, Service } from '../support/service.ts';
import { expectDecided, stillPossible } from '../support/verdict.ts';
import { ROW } from '../../support/fault-row.ts';
import type { Moment, RowMoment } from '../../support/fault-row.ts';

/** What `<endlink-finish>` says, and the buttons that it has. */
export const SEEN = {
  waiting: 'You have reached the end. Please press the button to finish. [Finish]',
  reporting: 'Reporting your participation to the marketplace. Please keep this page open.',
  confirmed:
    'Thank you for completing the survey. Your participation has been recorded. You may close this page.',
  unknown:
    'Not confirmed yet. We will keep trying. Please keep this page open, or press a button. [Try again] [Finish at the marketplace]',
  rejected:
    'The marketplace could not accept your participation. Your link may have expired or been used before.',
  probablyRecorded:
    'Your participation has most likely been recorded already. You may close this page.',
  misconfigured:
    'Your participation is kept in this browser but could not be sent from this page yet. Please keep this page open and tell the people who run this survey.',
  nothing: 'nothing',
} as const;

/** A page or frame with the tag. */
type View = Page | Frame;

/** The row that a test writes. */
export interface Row {
  /** Begins it: the token that all of it is about. */
  about: (endlink: Endlink) => Endlink;
  /** Waits until all three things are so, and writes them down. `view`: where the seller looks; `null`: the tab is gone. */
  moment: (when: string, expected: Moment, view?: View | null) => Promise<void>;
}

/** Playwright's `test` with a {@link Row}. At its end, what holds for every row is asserted. */
export const test = base.extend<{ row: Row }>({
  row: async ({ page, service }, use, info) => {
    const moments: RowMoment[] = [];
    let endlink = {} as Endlink;
    let last: View | null = null;
    await use({
      about: (begun) => (endlink = begun),
      async moment(when, expected, view = page) {
        const { seen } = expected;
        try {
          await expect(async () => {
            const moment = await lookAt(view, service, endlink);
            expect(moment).toEqual(expected);
            moments.push({ when, ...moment });
          }).toPass({ intervals: [50, 100], timeout: 20_000 });
        } catch (error) {
          await expectReceivedInTheEnd(view, service, endlink, expected);
          throw error;
        }
        if (seen === SEEN.confirmed || seen === SEEN.probablyRecorded) {
          const packet = await service.packetOf(endlink);
          await expectDecided(() => expect(packet).toMatchObject({ outcome: 'complete' }));
        }
        last = view;
      },
    });
    if (info.status !== info.expectedStatus) return;
    await expectInvariants(last, service, endlink);
    info.annotations.push({ type: ROW, description: JSON.stringify(moments) });
  },
});

/** Fails finally where the service received something else than it had to, and nothing under way can change that. */
async function expectReceivedInTheEnd(
  view: View | null,
  service: Service,
  endlink: Endlink,
  { received }: Moment,
): Promise<void> {
  // Not every view is in the test's own context.
  const seen = view ? await claimsOf(view) : [];
  const claims = [...((await claimsAbout(service, endlink)) ?? []), ...seen];
  const requests = await service.requests(endlink);
  if (!stillPossible(claims, requests).length)
    await expectDecided(() => expect(inWords(requests)).toBe(received));
}

/** Whatever went wrong: the outcome stays, the token is spent once at most, and what has no answer is shown. */
async function expectInvariants(view: View | null, service: Service, endlink: Endlink) {
  await service.release();
  const numbers = async () => (await service.requests(endlink)).map(({ number }) => number);
  const before = await numbers();
  if (view && (await hasTag(view))) {
    const { state } = await stateOf(view);
    if (state !== 'confirmed' && state !== 'rejected')
      expect([SEEN.unknown, SEEN.probablyRecorded]).toContain(await seenIn(view));
    const other = await view.evaluate(() => (window.vaultlink as Vaultlink).report('screenout'));
    expect(other).toMatchObject({ outcome: 'complete' });
    const after = await numbers();
    if (state === 'confirmed') await expectDecided(() => expect(after).toEqual(before));
  }
  const requests = await service.requests(endlink);
  const outcomes = [...new Set(requests.map(({ outcome }) => outcome))];
  await expectDecided(() => {
    expect(outcomes).toEqual(requests.length ? ['complete'] : []);
    expect(requests.filter(({ spent }) => spent).length).toBeLessThanOrEqual(1);
  });
}

async function lookAt(view: View | null, service: Service, endlink: Endlink): Promise<Moment> {
  const received = inWords(await service.requests(endlink));
  return {
    seen: view ? await seenIn(view) : SEEN.nothing,
    record: view ? await recordIn(view) : 'gone with the tab',
    received,
  };
}

const inWords = (requests: readonly LoggedRequest[]) =>
  repeated(requests.map(requestInWords)).join(', then ') || 'nothing';

/** Read by a script: in a page out of Firefox's back/forward cache Playwright's locators wait for ever. */
async function seenIn(view: View): Promise<string> {
  const texts = await view.evaluate(() => {
    const hasTag = 'vaultlink' in window;
    const inside = hasTag ? document.querySelector('endlink-finish')?.shadowRoot : document;
    const textsOf = (selector: string) =>
      [...(inside?.querySelectorAll(selector) ?? [])]
        .filter((one) => one.checkVisibility())
        .map(({ textContent }) => textContent.trim());
    return hasTag
      ? { sentences: textsOf('[role=status]'), buttons: textsOf('button') }
      : { headings: textsOf('h1') };
  });
  if (texts.headings) return `the marketplace: ${texts.headings.join(' ')}`;
  // The mark before the sentence is for the eye.
  const sentences = texts.sentences.map((text) => text.replace(/^[^\p{L}]+/u, ''));
  const buttons = texts.buttons.map((text) => `[${text}]`);
  return [...sentences, ...buttons].join(' ') || SEEN.nothing;
}

async function recordIn(view: View): Promise<string> {
  if (!(await hasTag(view))) return 'left behind';
  const { state, attempts = 0, status, probablyRecorded, inMemory, outcome } = await stateOf(view);
  // Locked with the first request at the latest.
  if (attempts) expect(outcome).toBe('complete');
  return [
    state,
    attempts ? `attempts: ${attempts}` : '',
    status === undefined ? '' : `status: ${status}`,
    probablyRecorded ? 'probably recorded' : '',
    inMemory ? 'in memory' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const hasTag = (view: View): Promise<boolean> => view.evaluate(() => 'vaultlink' in window);

const stateOf = (view: View): Promise<EndlinkState> =>
  view.evaluate(() => (window.vaultlink as Vaultlink).state());

function requestInWords({ method, path, status, spent }: LoggedRequest): string {
  const answer = status === null ? 'no answer yet' : status === 0 ? 'cut' : `${status}`;
  const how = [method === 'GET' ? '' : method, path.endsWith('.html') ? 'by redirect' : ''];
  return [answer, ...how, spent ? '(spent)' : ''].filter(Boolean).join(' ');
}

/** The same several times in a row is said once, with how often. */
function repeated(words: readonly string[]): string[] {
  const runs: { word: string; count: number }[] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run?.word === word) run.count += 1;
    else runs.push({ word, count: 1 });
  }
  return runs.map(({ word, count }) => (count > 1 ? `${count} × ${word}` : word));
}
