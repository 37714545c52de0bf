import fc from 'fast-check';
import { anyJson, hostileText, tampered, tries } from '../../support/fuzz.ts';
import { deepEqual, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { settled } from '../support/until.ts';

const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'];

/** JSON whose every part can become text: an object that cannot is written by no version of ours. */
const json = anyJson.filter((value) => !JSON.stringify(value).includes('"toString":'));

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
const record = fc
  .tuple(
    tampered(FIELDS, json),
    fc.constantFrom({}, { state: 'reporting' }, { state: 'sent' }, { state: 'confirmed' }),
  )
  .map(([fields, more]) => ({ ...fields, ...more }));

/** Records behind records: a few, or hundreds, or what is none among them. */
const chain = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: record }, json), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 1, 200),
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
  json.map((one) => JSON.stringify(one)),
  chain.map((one) => JSON.stringify(one).slice(0, -5)),
  hostileText,
);

/** What a page hears of what went wrong. */
function errorsIn({ window }: BuyerPage): string[] {
  const errors: string[] = [];
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  return errors;
}

/** A page that finds this in the tab, and reports. */
async function report(text: string, outcome: unknown) {
  closeTab();
  sessionStorage.setItem('vaultlink', text);
  const page = await openPage('', { timers: 'held' });
  const errors = errorsIn(page);
  await page.start({ carry: 'a.example', outcomeMap: '1:complete 2:fail' });
  await page.engine().load('page');
  const told = await page.engine().report(outcome as 'complete');
  await settled();
  return { ...page, errors, told };
}

describe('a record of any kind', () => {
  afterEach(closeTab);

  it('throws nothing at its page, and sends nothing that no outcome and no token asked for', async function () {
    this.timeout(60_000);
    const outcome = fc.oneof(fc.constantFrom<unknown>('complete', 'quota_full', '1', 2), json);
    await fc.assert(
      fc.asyncProperty(stored, outcome, async (text, value) => {
        const { errors, service } = await report(text, value);
        deepEqual(errors, []);
        for (const { pathname, searchParams } of service.urls.map(
          (url) => new URL(url, BASE_URL),
        )) {
          ok(OUTCOMES.includes(pathname.split('/').at(-1) ?? ''), pathname);
          ok(
            !/^(undefined|null)?$/.test(searchParams.get('service_endlink_token') ?? 'relay'),
            text,
          );
        }
      }),
      tries(30),
    );
  });

  it('is reported with its own outcome, or shown as ended, where it has a token', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(record, async (fields) => {
        const all: Record<string, unknown> = { ...fields, token: 'abc', via: 'fetch' };
        const { service, told } = await report(JSON.stringify(all), 'fail');
        const locked = OUTCOMES.find((one) => one === all.outcome);
        const isEnded = /confirmed|rejected/.test(String(all.state)) || all.probablyRecorded;
        // With whatever outcome it ended.
        if (all.outcome && isEnded) {
          deepEqual([told.state, service.urls], [all.state ?? 'missing', []]);
          return;
        }
        deepEqual([told.state, told.outcome], ['confirmed', locked ?? 'fail']);
        const url = `${BASE_URL}/api/v3/endlinks/${locked ?? 'fail'}?service_endlink_token=abc`;
        deepEqual(service.urls, [url]);
      }),
      tries(30),
    );
  });
});
