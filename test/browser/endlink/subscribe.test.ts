import type { EndlinkState, Vaultlink } from '../../../src/browser/endlink/state.ts';
import { deepEqual, equal, match } from '../support/assert.ts';
import { closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { held } from '../support/until.ts';

describe('a subscription', () => {
  afterEach(closeTab);

  it('is called with the present state at once, and with each new one, until it ends', async () => {
    const { service, start } = await openPage(LANDING);
    const answer = held<Response>();
    service.replies.push(answer.promise);
    const { reportOutcome, subscribeToEndlink } = await start();
    const states: string[] = [];
    const end = subscribeToEndlink(({ state }) => states.push(state));
    deepEqual(states, ['waiting']);
    const report = reportOutcome('complete');
    equal(states.at(-1), 'reporting');
    answer.give(new Response('{}'));
    await report;
    equal(states.at(-1), 'confirmed');
    end();
    const { length } = states;
    await reportOutcome('complete');
    equal(states.length, length);
  });

  it('that begins when all is settled is called with the settled state', async () => {
    const { start } = await openPage(LANDING);
    const { reportOutcome, subscribeToEndlink } = await start();
    await reportOutcome('complete');
    const states: EndlinkState[] = [];
    subscribeToEndlink((state) => states.push(state));
    deepEqual(
      states.map(({ state, outcome }) => [state, outcome]),
      [['confirmed', 'complete']],
    );
  });

  it('whose listener throws stops no other and no report, and the page sees the error', async () => {
    const page = await openPage(LANDING);
    const { reportOutcome, subscribeToEndlink } = await page.start();
    const states: string[] = [];
    subscribeToEndlink(() => {
      throw new Error('A fault of the page');
    });
    subscribeToEndlink(({ state }) => states.push(state));
    equal((await reportOutcome('complete')).state, 'confirmed');
    equal(states.at(-1), 'confirmed');
    match(page.errors[0], /A fault of the page/);
  });

  for (const [what, own] of [
    [
      'throws',
      () => {
        throw new Error('An error tracker that is broken');
      },
    ],
    ['is missing', undefined],
    ['is no function', 'An error tracker'],
  ] as const) {
    it(`whose listener throws stops no report where the page’s own reportError ${what}`, async () => {
      const page = await openPage(LANDING, {
        before: (window) => {
          Object.defineProperty(window, 'reportError', { value: own });
        },
      });
      const { reportOutcome, subscribeToEndlink } = await page.start();
      subscribeToEndlink(() => {
        throw new Error('A fault of the page');
      });
      equal((await reportOutcome('complete')).state, 'confirmed');
      equal(page.service.urls.length, 1);
      match(page.errors[0], /A fault of the page/);
    });
  }
});

describe('the queue that stands in for the engine', () => {
  afterEach(closeTab);

  it('has its callbacks called with the engine, in order', async () => {
    const page = await openPage(LANDING);
    const called: unknown[] = [];
    const queue = [
      (vaultlink: Vaultlink) => called.push(vaultlink),
      (vaultlink: Vaultlink) => called.push(vaultlink.state().state),
    ];
    Object.assign(page.window, { vaultlink: queue });
    await page.start();
    page.engine().push((vaultlink) => called.push(vaultlink));
    deepEqual(
      called.map((one) => (one === page.engine() ? 'the engine' : one)),
      ['the engine', 'waiting', 'the engine'],
    );
  });

  it('goes on after a callback that throws, and the token is captured', async () => {
    const page = await openPage(LANDING);
    const called: unknown[] = [];
    const queue = [
      () => {
        throw new Error('A fault of the page');
      },
      (vaultlink: Vaultlink) => called.push(vaultlink.token()),
    ];
    Object.assign(page.window, { vaultlink: queue });
    await page.start();
    deepEqual(called, ['abc']);
    match(page.errors[0], /A fault of the page/);
  });
});
