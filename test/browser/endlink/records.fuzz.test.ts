import fc from 'fast-check';
import { anyJson, hostileText, tampered } from '../../support/any-values.ts';
import { tries } from '../../support/fuzz.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import type { ReportOptions } from '../../../src/browser/endlink/options.ts';
import type { EndlinkState } from '../../../src/browser/endlink/state.ts';
import { settled, until } from '../support/until.ts';

const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'];

/** What the page's own codes for an outcome mean, be they text or numbers. */
const MEANINGS = new Map([
  ['1', 'complete'],
  ['2', 'fail'],
]);

const FIELDS = {
  token: 'abc',
  query: LANDING,
  sellerId: '42',
  interactionId: '7',
  capturedAtMs: Date.now(),
  state: 'waiting',
  outcome: 'complete',
  via: 'fetch',
  result: 'unknown',
  attempts: 1,
  ambiguous: true,
  status: 0,
  body: '',
};

/** A record of ours, of which some fields are missing or other than we write them, or that another version wrote. */
const record: fc.Arbitrary<object> = fc
  .tuple(
    tampered(FIELDS),
    fc.constantFrom({}, { state: 'reporting' }, { state: 'sent' }, { state: 'confirmed' }),
  )
  .map(([fields, more]) => ({ ...fields, ...more }));

/** Records behind records: a few, or hundreds, or what is none among them. */
const chain = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: record }, anyJson), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 1, 100),
  )
  .map(([all, times]) =>
    Array.from({ length: times }, () => all)
      .flat()
      .reduceRight<unknown>(
        (previous, one) => (Object(one) === one ? { previous, ...(one as object) } : one),
        undefined,
      ),
  );

const stored = fc.oneof(
  { weight: 6, arbitrary: chain.map((one) => JSON.stringify(one)) },
  anyJson.map((one) => JSON.stringify(one)),
  chain.map((one) => JSON.stringify(one).slice(0, -5)),
  hostileText,
);

/** Creates values that code of a page may pass, and that JSON does not have. */
const odd = fc.constantFrom<unknown>(undefined, null, Symbol('odd'), 1n, () => 'complete', NaN);

const outcome = fc.oneof(fc.constantFrom<unknown>('complete', 'quota_full', '1', 2), anyJson, odd);

/** A page that finds this in the tab, and this mark of its token in the browser, and reports. */
async function report(text: string, outcome: unknown, mark = '', how: unknown = {}) {
  closeTab();
  sessionStorage.setItem('vaultlink', text);
  localStorage.setItem(await markKey, mark);
  const page = await openPage('', { timers: 'held' });
  await page.start({
    carry: 'a.example',
    outcomeMap: [...MEANINGS].map((pair) => pair.join(':')).join(' '),
  });
  page.engine().carry('https://a.example/');
  let state: EndlinkState | undefined;
  const reported = page.engine().report(outcome as 'complete', how as ReportOptions);
  void reported.then((told) => (state = told));
  const told = await until(() => {
    // The half second that a request without a result is given to have one is over at once.
    for (const { run } of page.timers.filter(({ delayMs }) => delayMs === 500)) run();
    return state;
  });
  await settled();
  return { ...page, told };
}

/** Where the browser keeps what it knows of the token `abc`. */
const markKey = crypto.subtle
  .digest('SHA-256', new TextEncoder().encode('abc'))
  .then((hash) => `vaultlink:${new Uint8Array(hash).join()}`);

/** Returns a field, unless it is an object: no field of ours is one. */
const plain = (value: unknown) => (Object(value) === value ? undefined : value);

/** Every token of the record and of those behind it, as it is written into an address. */
function tokensIn(text: string): string[] {
  const tokens: string[] = [];
  let one = JSON.parse(text) as { token?: unknown; previous?: unknown } | undefined;
  for (; one; one = one.previous as typeof one) {
    if (plain(one.token)) tokens.push(String(one.token));
  }
  return tokens;
}

const isEnd = (state: unknown) => state === 'confirmed' || state === 'rejected';

const outcomeIn = (fields: object) =>
  OUTCOMES.find((one) => one === (fields as { outcome?: unknown }).outcome);

const urlOf = (outcome: string) =>
  `${BASE_URL}/api/v3/endlinks/${outcome}?service_endlink_token=abc`;

describe('a record of any kind', () => {
  afterEach(closeTab);

  it('throws nothing at its page, and sends nothing that no outcome and no token asked for', async () => {
    const how = fc.oneof(fc.constant({}), anyJson, odd);
    await fc.assert(
      fc.asyncProperty(stored, outcome, how, async (text, value, options) => {
        const { errors, service } = await report(text, value, '', options);
        deepEqual(errors, []);
        for (const { pathname, searchParams } of service.urls.map(
          (url) => new URL(url, BASE_URL),
        )) {
          ok(OUTCOMES.includes(pathname.split('/').at(-1) ?? ''), pathname);
          const token = searchParams.get('service_endlink_token');
          // By way of the relay it is in the body.
          ok(token === null || tokensIn(text).includes(token), `${token} of ${text}`);
        }
      }),
      tries(30),
    );
  });

  it('is reported with its own outcome, or shown as ended, where it has a token', async () => {
    await fc.assert(
      fc.asyncProperty(record, async (fields) => {
        const all: Record<string, unknown> = { ...fields, token: 'abc', via: 'fetch' };
        const { service, told } = await report(JSON.stringify(all), 'fail');
        // With whatever outcome it ended.
        const known = outcomeIn(all) ?? MEANINGS.get(String(plain(all.outcome)));
        if (
          known &&
          (isEnd(all.state) || all.state === 'accepted' || all.probablyRecorded === true)
        ) {
          deepEqual(service.urls, []);
          return;
        }
        const locked = known ?? 'fail';
        deepEqual([told.state, told.outcome], ['confirmed', locked]);
        deepEqual(service.urls, [urlOf(locked)]);
      }),
      { ...tries(30), examples: [[{ outcome: '1' }], [{ outcome: 1 }], [{ outcome: ['1'] }]] },
    );
  });
});

describe('a mark of any kind', () => {
  afterEach(closeTab);

  it('changes no outcome that is locked and stops no report, unless it has an outcome itself', async () => {
    const { token, query, capturedAtMs } = FIELDS;
    const locked = { token, query, capturedAtMs, outcome: 'screenout', state: 'unknown' };
    const marks = fc.oneof({ weight: 3, arbitrary: record }, anyJson);
    await fc.assert(
      fc.asyncProperty(marks, async (mark) => {
        // Dated, or it would be over.
        const text = JSON.stringify(
          plain(mark) === undefined ? { ...(mark as object), capturedAtMs: Date.now() } : mark,
        );
        const { errors, service, told, engine } = await report(
          JSON.stringify(locked),
          'fail',
          text,
        );
        deepEqual(errors, []);
        equal(engine().token(), 'abc');
        const own = { ...(JSON.parse(text) as Record<string, unknown>) };
        const isOurs = outcomeIn(own);
        if (isOurs && (isEnd(own.state) || own.probablyRecorded === true)) {
          deepEqual([told.outcome, service.urls], [own.outcome, []]);
          return;
        }
        const sent = isOurs ? String(own.outcome) : 'screenout';
        deepEqual([told.state, told.outcome], ['confirmed', sent]);
        equal(service.urls[0], urlOf(sent));
      }),
      // An end is a word: what only reads like one as text is none.
      { ...tries(40), examples: [[{ outcome: 'complete', state: ['confirmed'] }]] },
    );
  });
});
