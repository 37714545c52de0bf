import type * as Endlink from '../../../src/browser/endlink/index.ts';
import type { AnyRecord } from '../support/buyer-page.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import { status } from '../support/service.ts';
import type { Reply } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const urlOf = (outcome: string, token: string) =>
  `https://service.example/api/v3/endlinks/${outcome}?service_endlink_token=${token}`;

const before = (token: string, news: Partial<AnyRecord>): AnyRecord => ({
  ...{ token, query: `?service_endlink_token=${token}`, capturedAtMs: Date.now() },
  ...{ outcome: 'complete', state: 'unknown', attempts: 1, ambiguous: true },
  ...news,
});

/** Returns whether the report of a token that landed earlier is still to be made. */
const isPreviousOpen = () => {
  let one = storedRecord().previous;
  while (one && ['confirmed', 'waiting'].includes(one.state)) one = one.previous;
  return one !== undefined;
};

/** A page whose token came after these, when the last of what they had to report has left. */
async function open(previous: AnyRecord, ...replies: Reply[]) {
  storeRecord({ token: 'current', previous });
  const page = await openPage('', { timers: 'held' });
  page.service.replies.push(...replies);
  await page.start();
  const last = replies.length || 1;
  await until(() => page.service.urls.length === last);
  return page;
}

describe('the report of a token that landed earlier', () => {
  afterEach(closeTab);

  it('is brought to its end, and forgotten after the hour of its token', async () => {
    const page = await open(before('first', {}));
    deepEqual(page.service.urls, [urlOf('complete', 'first')]);
    await until(() => !isPreviousOpen());
    const { token, state, previous } = storedRecord();
    ok(previous, 'It is on record');
    deepEqual([token, state, previous.token], ['current', 'waiting', 'first']);
    storeRecord({
      ...storedRecord(),
      previous: { ...previous, capturedAtMs: Date.now() - 3_600_000 },
    });
    const next = await openPage();
    await next.start();
    await until(() => !storedRecord().previous);
    deepEqual(next.service.urls, []);
    ok(!JSON.stringify(localStorage).includes('first'), 'The mark does not hold the token');
  });

  it('is brought to its end on a page that has reported already, too', async () => {
    const previous = before('first', {});
    storeRecord({ token: 'current', outcome: 'complete', state: 'confirmed', previous });
    const { service, start } = await openPage();
    await start();
    await until(() => !isPreviousOpen());
    deepEqual(service.urls, [urlOf('complete', 'first')]);
  });

  it('waits until the page has been seen', async () => {
    let isHidden = true;
    storeRecord({ token: 'current', previous: before('first', {}) });
    const page = await openPage('', {
      before: ({ document: hidden }) => {
        Object.defineProperty(hidden, 'hidden', { get: () => isHidden });
      },
    });
    await page.start();
    await page.engine().load('token');
    await settled();
    deepEqual(page.service.urls, []);
    isHidden = false;
    page.document.dispatchEvent(new Event('visibilitychange'));
    await until(() => !isPreviousOpen());
    equal(page.service.urls.length, 1);
  });

  it('is left to a page for real by a dry run', async () => {
    const previous = before('first', {});
    storeRecord({ token: 'current', previous });
    const page = await openPage();
    await page.start({ test: 'on' });
    await page.engine().load('token');
    await settled();
    deepEqual(page.service.urls, []);
    equal(storedRecord().previous?.state, previous.state);
  });

  it('is made of each that is open, by the way that it was asked for', async () => {
    const oldest = before('oldest', { outcome: 'fail', via: 'relay' });
    const { service } = await open(
      before('first', { previous: oldest }),
      ...[status(200), new Response('{"result":"confirmed"}')],
    );
    await until(() => !isPreviousOpen());
    deepEqual(service.urls, [urlOf('complete', 'first'), '/vault/endlinks/fail']);
  });

  it('is on record as an attempt before it leaves, in this tab and for the others', async () => {
    const first = before('first', {
      state: 'reporting',
      attempts: undefined,
      ambiguous: undefined,
    });
    storeRecord({ token: 'current', previous: first });
    const { service, start } = await openPage();
    let mark: Partial<AnyRecord> = {};
    let written: Partial<AnyRecord> = {};
    service.onRequest = () => {
      const [text = '{}'] = Object.values(localStorage) as string[];
      mark = JSON.parse(text) as AnyRecord;
      const { attempts, ambiguous, result } = storedRecord().previous ?? {};
      written = { attempts, ambiguous, result };
    };
    await start();
    await until(() => !isPreviousOpen());
    const { attempts, ambiguous } = mark;
    deepEqual({ attempts, ambiguous }, { attempts: 1, ambiguous: true });
    deepEqual(written, { attempts: 1, ambiguous: true, result: undefined });
  });

  it('is not made where another tab has brought it to its end', async () => {
    const other = await openPage('?service_endlink_token=first');
    await (await other.start()).reportOutcome('complete');
    storeRecord({ token: 'current', previous: before('first', {}) });
    const { service, start } = await openPage();
    await start();
    await until(() => !isPreviousOpen());
    deepEqual(service.urls, []);
  });

  it('stays for the next page, with status and body, where it is still unknown', async () => {
    await open(before('first', {}), status(503));
    await until(() => storedRecord().previous?.status !== undefined);
    const { token, state, attempts, ambiguous, status: code, body } = storedRecord().previous ?? {};
    deepEqual(
      { token, state, attempts, ambiguous, code, body },
      {
        token: 'first',
        state: 'unknown',
        attempts: 2,
        ambiguous: true,
        code: 503,
        body: '{"status":503}',
      },
    );
  });

  it('is not made where it is at its end, or never had an outcome', async () => {
    const done = before('done', { state: 'confirmed' });
    const dropped: AnyRecord = {
      ...{ token: 'dropped', query: '', capturedAtMs: Date.now() },
      ...{ state: 'waiting' as const, previous: done },
    };
    const { service } = await open(before('first', { previous: dropped }));
    await until(() => !isPreviousOpen());
    deepEqual(service.urls, [urlOf('complete', 'first')]);
  });
});

describe('a token that lands again', () => {
  afterEach(closeTab);

  /** Makes a browser that stores nothing for all tabs, and has no hash. */
  const isolate = (window: Window) => {
    for (const [owner, name] of [
      [window, 'localStorage'],
      [window.crypto, 'subtle'],
    ] as const)
      Object.defineProperty(owner, name, { get: () => undefined });
  };

  /** Lets a token land on a page of its own, where the service answers so. */
  async function land(token: string, code: number) {
    const replies = Array.from({ length: 5 }, () => status(code));
    const page = await openPage(`?service_endlink_token=${token}`, {
      timers: 'held',
      before: isolate,
      replies,
    });
    await page.start();
    await page.engine().load('token');
    await settled();
    return page;
  }

  for (const [what, others] of [
    ['one other token', ['b']],
    ['several other tokens', ['b', 'c', 'd']],
    ['the same tokens several times', ['b', 'a', 'b']],
  ] as const) {
    for (const [how, code] of [
      ['open', 503],
      ['confirmed', 200],
    ] as const) {
      it(`keeps its outcome where its report is ${how} and ${what} landed in between`, async () => {
        const first = await land('a', code);
        await first.engine().report('complete');
        const pages = [first];
        for (const token of others) pages.push(await land(token, code));
        const last = await land('a', code);
        pages.push(last);
        equal((await last.engine().report('screenout')).outcome, 'complete');
        const urls = pages.flatMap(({ service }) => service.urls);
        deepEqual([...new Set(urls)], [urlOf('complete', 'a')]);
      });
    }
  }

  it('keeps the time of its landing, its seller and its place in the tab', async () => {
    storeRecord({ token: 'b', previous: { ...before('a', { sellerId: '42' }), capturedAtMs: 5 } });
    const page = await openPage('?service_endlink_token=a&seller_id=43');
    (await page.load<typeof Endlink>('endlink/index.ts')).captureEndlink();
    const { token, sellerId, capturedAtMs, outcome, previous } = storedRecord();
    deepEqual([token, sellerId, capturedAtMs, outcome], ['a', '42', 5, 'complete']);
    deepEqual([previous?.token, previous?.previous], ['b', undefined]);
  });

  it('leaves the tokens before and after it on record', async () => {
    const oldest = before('oldest', { outcome: 'fail' });
    storeRecord({
      token: 'c',
      previous: before('b', { previous: before('a', { previous: oldest }) }),
    });
    const page = await openPage('?service_endlink_token=a');
    (await page.load<typeof Endlink>('endlink/index.ts')).captureEndlink();
    const tokens: string[] = [];
    for (let one: AnyRecord | undefined = storedRecord(); one; one = one.previous)
      tokens.push(one.token);
    deepEqual(tokens, ['a', 'c', 'b', 'oldest']);
  });

  it('begins anew where what stands before it is no record', async () => {
    for (const previous of ['a', 5, null, [], { previous: 'a' }]) {
      storeRecord({ token: 'b', previous: previous as never });
      const page = await openPage('?service_endlink_token=a');
      await page.start();
      equal((await page.engine().report('complete')).state, 'confirmed');
      closeTab();
    }
  });
});
