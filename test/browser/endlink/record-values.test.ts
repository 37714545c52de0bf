import { deepEqual, equal, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import type { AnyRecord, OpenOptions } from '../support/buyer-page.ts';

const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

/** Opens a page with this record in its tab. Returns its state after the part for tokens has started, and after a report. */
async function read(stored: unknown, options?: OpenOptions) {
  sessionStorage.vaultlink = typeof stored === 'string' ? stored : JSON.stringify(stored);
  const page = await openPage('', { timers: 'held', ...options });
  const { reportOutcome } = await page.start();
  const before = page.engine().state();
  const { state } = await reportOutcome('complete');
  return { before, state, urls: page.service.urls, errors: page.errors };
}

describe('a stored record', () => {
  afterEach(closeTab);
  const captured = { token: 'abc', query: LANDING, capturedAtMs: Date.now(), state: 'waiting' };

  for (const text of ['{', '', 'undefined', '5', '"abc"', 'null', '[]', '[{"token":"abc"}]']) {
    it(`that reads ${JSON.stringify(text)} is none, and stops nothing`, async () => {
      const { state, urls, errors } = await read(text);
      deepEqual([state, urls, errors], ['missing', [], []]);
    });
  }

  for (const token of [5, '', null, true, {}, ['abc'], { toString: null }]) {
    it(`whose token is ${JSON.stringify(token)} is none: nothing is sent`, async () => {
      const { state, urls, errors } = await read({ ...captured, token });
      deepEqual([state, urls, errors], ['missing', [], []]);
    });
  }

  it('without a token is none, though there is one behind it', async () => {
    const { state, urls } = await read({ previous: { ...captured, token: 'first' } });
    deepEqual([state, urls], ['missing', []]);
  });

  const ODD: unknown[] = [null, 5, [], {}, ['confirmed'], { toString: null, valueOf: null }];
  const FIELDS = ['sellerId', 'interactionId', 'query', 'capturedAtMs', 'state', 'outcome', 'via'];
  for (const field of [...FIELDS, 'attempts', 'status', 'body', 'result', 'previous']) {
    it(`is reported once, whatever stands in its field "${field}"`, async () => {
      for (const odd of field === 'outcome' || field === 'state' ? [...ODD, 'lost'] : ODD) {
        const { state, urls, errors } = await read({ ...captured, [field]: odd });
        deepEqual([state, urls, errors], ['confirmed', [COMPLETE], []], JSON.stringify(odd));
        closeTab();
      }
    });
  }

  it('keeps only the fields that are ours, of the right kind', async () => {
    const odd = { toString: null };
    await read({ ...captured, sellerId: 42, body: odd, theirs: 'x', status: '200' });
    const { sellerId, theirs } = storedRecord() as AnyRecord & { theirs?: unknown };
    deepEqual([sellerId, theirs], [undefined, undefined]);
  });

  it('with a locked outcome is sent with that one, and not with a later one', async () => {
    const locked = { ...captured, state: 'reporting', outcome: 'screenout' };
    const { urls } = await read(locked);
    deepEqual(urls, [COMPLETE.replace('complete', 'screenout')]);
  });

  for (const [how, more, sent] of [
    ['waits', { state: 'waiting' }, true],
    ['was locked', { state: 'reporting', outcome: 'complete' }, true],
    ['is unknown', { state: 'unknown', outcome: 'complete', attempts: 1, ambiguous: true }, true],
    ['is confirmed', { state: 'confirmed', outcome: 'complete', attempts: 1 }, false],
    ['is rejected', { state: 'rejected', outcome: 'complete', attempts: 1 }, false],
    [
      'was probably recorded',
      { state: 'unknown', outcome: 'complete', probablyRecorded: true },
      false,
    ],
  ] as const) {
    it(`with few fields that ${how} is ${sent ? 'reported' : 'left as it is'}`, async () => {
      const { state, urls } = await read({ ...captured, ...more });
      deepEqual(urls, sent ? [COMPLETE] : []);
      equal(state, sent ? 'confirmed' : more.state);
    });
  }

  it('of hundreds of tokens hangs no report', async () => {
    const chain = Array.from({ length: 300 }).reduce<object>(
      (previous, _, index) => ({ ...captured, token: `t${index}`, previous }),
      {},
    );
    const { state } = await read({ ...captured, previous: chain });
    ok(state === 'confirmed', state);
  });
});
