import { deepEqual, equal, match } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { storedRecord, storeRecord, typesOf } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

describe('a dry run', () => {
  afterEach(closeTab);

  for (const [test, state, code] of [
    ['on', 'confirmed', 200],
    ['confirmed', 'confirmed', 200],
    ['rejected', 'rejected', 400],
    ['spent', 'rejected', 422],
    ['expired', 'rejected', 422],
    ['offline', 'unknown', 0],
    ['cors', 'unknown', 0],
  ] as const) {
    it(`with "${test}" ends ${state}, sends nothing by any way and leaves no mark`, async () => {
      for (const via of ['fetch', 'redirect', 'relay'] as const) {
        const page = await openPage(LANDING, { timers: 'held' });
        const { reportOutcome } = await page.start({ test, baseUrl: undefined });
        const told = await reportOutcome('complete', { via });
        deepEqual([told.state, told.status], [state, code]);
        deepEqual(typesOf(page), [`endlink-${state}`]);
        deepEqual(page.service.urls, []);
        equal(localStorage.length, 0);
        closeTab();
      }
    });
  }

  it('is named in the console', async () => {
    const { start, warnings } = await openPage(LANDING);
    const { reportOutcome } = await start({ test: 'on', baseUrl: undefined });
    await reportOutcome('complete');
    deepEqual(warnings, ['[vaultlink] Dry run (data-test="on"): nothing is sent.']);
  });

  for (const test of ['false', 'off', '0', 'true', 'confirm', 'ON']) {
    it(`is none with "${test}": the report is sent, and the console names the value`, async () => {
      const { service, start, warnings } = await openPage(LANDING);
      const { reportOutcome } = await start({ test });
      equal((await reportOutcome('complete')).state, 'confirmed');
      deepEqual(service.urls, [`${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`]);
      const sentence = await until(() => warnings[0]);
      match(sentence, new RegExp(`"${test}" is no dry run.*on, confirmed, rejected`));
    });
  }

  it('is none with an empty attribute, and the console says so', async () => {
    const { addTag, engine, service, warnings } = await openPage(LANDING);
    await addTag({ 'data-base-url': BASE_URL, 'data-test': '' });
    await engine().report('complete');
    equal(service.urls.length, 1);
    match(await until(() => warnings[0]), /is no dry run/);
  });

  it('ends with its page, so that it can be repeated and never locks a real outcome', async () => {
    const { start, window } = await openPage(LANDING);
    const { reportOutcome } = await start({ test: 'on' });
    await reportOutcome('complete');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const { token, sellerId, state, outcome, attempts } = storedRecord();
    deepEqual([token, sellerId, state], ['abc', '42', 'waiting']);
    deepEqual([outcome, attempts], [undefined, undefined]);
  });

  it('leaves a report open that had left before it for real', async () => {
    storeRecord({ outcome: 'complete', state: 'unknown', attempts: 1, ambiguous: true });
    const { start, window } = await openPage('', { timers: 'held' });
    await start({ test: 'on' });
    await until(() => storedRecord().state === 'confirmed');
    // The page may come back from the back/forward cache and be left again.
    for (let leave = 1; leave <= 2; leave += 1) {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      const { state, outcome, attempts, ambiguous } = storedRecord();
      deepEqual([state, outcome, attempts, ambiguous], ['unknown', 'complete', 1, true]);
    }
  });
});
