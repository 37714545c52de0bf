import type * as Diagnostics from '../../../src/browser/endlink/diagnostics.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import type { EndlinkRecord } from '../../../src/browser/endlink/record.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';

/** The part in a page whose engine is as told, and what the page printed. */
async function open(engine: Partial<EndlinkEngine> = {}) {
  const page = await openPage();
  const emitted: string[] = [];
  page.window.vaultlink = { token: () => 'abc', ...engine } as EndlinkEngine;
  const part = await page.load<typeof Diagnostics>('endlink/diagnostics.ts');
  const explain = (outcome: unknown, locked: string | undefined) => {
    part.explain(outcome, locked, (type) => emitted.push(type));
  };
  return { ...part, explain, emitted, page, warnings: page.warnings };
}

describe('the console', () => {
  afterEach(closeTab);

  for (const [placeholder, tool] of [
    ['', 'It has no value'],
    ['undefined', 'It has no value'],
    ['null', 'It has no value'],
    ['${e://Field/token}', 'Qualtrics'],
    ['${custom1}', 'QuestionPro'],
    ['{{endlink_token}}', 'endlink question itself'],
    ['{{ endlink_token }}', 'endlink question itself'],
    ['{{hidden:token}}', 'Typeform'],
    ['[url("token")]', 'Alchemer'],
    ['{PASSTHRU:token}', 'LimeSurvey'],
    ['{token}', 'SurveyJS or Jotform'],
    ['@token', 'Tally'],
    ['#recall:token/fallback:x#', 'Formbricks'],
    ['[%RID%]', 'A panel’s variable'],
    ['%ssi%', 'A panel’s variable'],
    ['<token>', 'Look how the survey tool'],
  ] as const) {
    it(`says where "${placeholder}" comes from, and how to mend it`, async () => {
      const { warnings } = await open({ placeholder });
      equal(warnings.length, 1);
      ok(warnings[0]?.includes(tool), `${String(warnings[0])} names ${tool}`);
      ok(warnings[0]?.includes(`"${placeholder}"`), 'The sentence quotes what was found');
      match(warnings[0], /^\[vaultlink\] .*\.$/);
    });
  }

  it('says nothing where all is well', async () => {
    const { warnings, answer } = await open();
    equal(answer({ baseUrl: 'https://service.example' }), undefined);
    deepEqual(warnings, []);
  });

  it('says that this tab has no token', async () => {
    const { warnings, explain, emitted } = await open({ token: () => undefined });
    explain('complete', undefined);
    deepEqual(emitted, ['endlink-missing']);
    match(warnings[0], /no endlink token.*data-carry/);
  });

  it('says that the outcome is another one already', async () => {
    const { warnings, explain, emitted } = await open();
    explain('fail', 'complete');
    deepEqual(emitted, []);
    match(warnings[0], /The outcome is "complete" and stays so: "fail" came later/);
  });

  it('says which outcomes there are', async () => {
    const { warnings, explain } = await open();
    explain('completed', undefined);
    explain('done', 'complete');
    explain({ toString: null, valueOf: null }, undefined);
    match(warnings[0], /no outcome "completed". Use one of: complete, fail, quota_full, screenout/);
    match(warnings[1], /no outcome "done"/);
    match(warnings[2], /no outcome of that kind/);
  });

  it('says a thing once, cut where it is long, and never the token', async () => {
    const { warnings, explain } = await open({ token: () => 'secret-token' });
    explain('x'.repeat(1000), undefined);
    explain('x'.repeat(1000), undefined);
    equal(warnings.length, 1);
    ok((warnings[0]?.length ?? 0) < 300, 'The sentence is short');
    ok(!warnings[0]?.includes('secret-token'), 'The token is not printed');
  });
});

describe('an address that cannot be the service', () => {
  afterEach(closeTab);

  it('is explained, and nothing is sent there', async () => {
    for (const address of ['', '/vault', 'http://service.example', 'https://a?b=1']) {
      const { answer, warnings } = await open();
      deepEqual(answer({ baseUrl: address }), { status: 0, unsent: true }, address);
      ok(warnings[0]?.includes(`data-base-url is "${address}"`), address);
    }
  });

  it('is none on this machine over http', async () => {
    const { answer } = await open();
    equal(answer({ baseUrl: 'http://localhost:4000' }), undefined);
  });
});

describe('a dry run', () => {
  afterEach(closeTab);

  it('answers by its script', async () => {
    const { answer } = await open();
    for (const [test, status, isUnsent] of [
      ['on', 200, false],
      ['confirmed', 200, false],
      ['rejected', 400, false],
      ['spent', 422, false],
      ['expired', 422, false],
      ['offline', 0, true],
      ['cors', 0, false],
    ] as const) {
      const given = answer({ test });
      deepEqual([given?.status, Boolean(given?.unsent)], [status, isUnsent], test);
    }
  });

  it('says that nothing is sent, and asks nothing of the address', async () => {
    const { answer, warnings } = await open();
    answer({ test: 'on' });
    deepEqual(warnings, ['[vaultlink] Dry run (data-test="on"): nothing is sent.']);
  });

  it('ends with its page, so that it can be repeated and never locks a real outcome', async () => {
    let record: EndlinkRecord = {
      token: 'abc',
      sellerId: '42',
      query: '?service_endlink_token=abc&seller_id=42',
      capturedAtMs: 1,
      state: 'confirmed',
      outcome: 'complete',
      result: 'confirmed',
      attempts: 1,
      ambiguous: false,
      status: 200,
      body: 'dry run',
    };
    const { answer, page } = await open({ record: (next) => (record = next ?? record) });
    answer({ test: 'on' });
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    deepEqual(record, {
      token: 'abc',
      sellerId: '42',
      query: '?service_endlink_token=abc&seller_id=42',
      capturedAtMs: 1,
      state: 'waiting',
    });
  });

  it('leaves a report open that had left before it for real', async () => {
    let record = {
      ...{ token: 'abc', query: '?service_endlink_token=abc', capturedAtMs: 1 },
      ...{ state: 'confirmed', outcome: 'complete', result: 'confirmed' },
      ...{ attempts: 2, ambiguous: false, status: 200 },
    } as EndlinkRecord;
    const { answer, page } = await open({ record: (next) => (record = next ?? record) });
    answer({ test: 'on' });
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const { state, outcome, attempts, ambiguous, result } = record;
    deepEqual(
      { state, outcome, attempts, ambiguous, result },
      { state: 'unknown', outcome: 'complete', attempts: 1, ambiguous: true, result: undefined },
    );
  });
});
