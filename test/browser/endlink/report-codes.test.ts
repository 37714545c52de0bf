import { deepEqual, equal, match } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

describe('the outcome behind a code', () => {
  afterEach(closeTab);

  it("is known for each of a tool's own codes", async () => {
    for (const [code, path] of [
      ['1', 'complete'],
      ['2', 'screenout'],
      ['full', 'quota_full'],
      ['fail', 'fail'],
    ] as const) {
      const { service, start } = await openPage(LANDING);
      const { reportOutcome } = await start({
        outcomeMap: '1:complete 2:screenout full:quota_full',
      });
      const { outcome } = await reportOutcome(code as 'complete');
      equal(outcome, path);
      match(service.urls[0], new RegExp(`/${path}\\?`));
      closeTab();
    }
  });

  it('is known from a map over several lines', async () => {
    const { service, start } = await openPage(LANDING);
    const { reportOutcome } = await start({ outcomeMap: '1:complete\n  2:screenout\n3:fail' });
    equal((await reportOutcome('2' as 'complete')).outcome, 'screenout');
    match(service.urls[0], /\/screenout\?/);
  });

  it('is known of a code that an earlier page could not send', async () => {
    storeRecord({ state: 'reporting', outcome: '1' as 'complete' });
    const { service, start } = await openPage();
    await start({ outcomeMap: '1:complete 2:screenout' });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(service.urls, [
      'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc',
    ]);
    equal(storedRecord().outcome, 'complete');
  });
});
