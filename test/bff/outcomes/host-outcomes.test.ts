import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { HOUR_MS, outboxOf, START_MS, startOutcomes } from './setup.ts';

describe('outcomes.report()', () => {
  it('returns what the service has confirmed, with the reference', async () => {
    const { bff, service } = startOutcomes();
    const record = await bff.outcomes.report({
      outcome: 'complete',
      token: 'one',
      reference: 'interview 7',
    });
    assert.partialDeepStrictEqual(record, {
      ...{ outcome: 'complete', state: 'confirmed', from: 'host', reference: 'interview 7' },
      ...{ requests: 1, answers: 1, settledAtMs: START_MS },
    });
    assert.deepEqual([...service.counted], [['one', 'complete']]);
  });

  it('replaces an outcome of a page that was not sent yet, and moves its count', async () => {
    const { bff, relay, service, clock } = startOutcomes({ mayReport: () => undefined });
    await relay('complete', 'one');
    await bff.outcomes.report({ outcome: 'screenout', token: 'one' });
    assert.deepEqual(service.requests, ['screenout one']);
    clock.ms += 2000;
    assert.equal((await relay('complete', 'one')).result, 'outcome_locked');
    assert.deepEqual(await bff.outcomes.counts({ by: ['outcome', 'end'] }), [
      { outcome: 'screenout', end: 'accepted', count: 1 },
      { outcome: 'screenout', end: 'confirmed', count: 1 },
    ]);
  });

  it('replaces no outcome for which a request may have left', async () => {
    const { bff, relay, service } = startOutcomes();
    service.answerEvery('away');
    await relay('complete', 'one');
    await assert.rejects(bff.outcomes.report({ outcome: 'fail', token: 'one' }), {
      code: 'outcome_locked',
    });
  });

  it('approves the same outcome of a page that mayReport has not approved', async () => {
    const { bff, relay, service } = startOutcomes({ mayReport: () => undefined });
    await relay('complete', 'one');
    assert.deepEqual(service.requests, []);
    await bff.outcomes.report({ outcome: 'complete', token: 'one' });
    assert.deepEqual([...service.counted], [['one', 'complete']]);
  });

  it('adds its reference to an outcome that a page has brought, whether or not it is settled', async () => {
    const { bff, relay, service } = startOutcomes();
    await relay('complete', 'settled');
    service.answerEvery('away');
    await relay('complete', 'open');
    for (const token of ['settled', 'open']) {
      await bff.outcomes.report({ outcome: 'complete', token, reference: `the ${token} one` });
      assert.equal((await bff.outcomes.find({ token }))?.reference, `the ${token} one`);
    }
  });

  for (const [what, report, code] of [
    ['an outcome that is none', { outcome: 'done', token: 'one' }, 'validation_failed'],
    ['a token that is none', { outcome: 'complete', token: '' }, 'validation_failed'],
    ['an age below zero', { outcome: 'complete', token: 'one', ageSeconds: -1 }, 'invalid_request'],
    [
      'an age that is no number',
      { outcome: 'complete', token: 'one', ageSeconds: NaN },
      'invalid_request',
    ],
    [
      'a long reference',
      { outcome: 'complete', token: 'one', reference: 'r'.repeat(201) },
      'invalid_request',
    ],
  ] as const) {
    it(`throws ${code} for ${what}, and stores nothing`, async () => {
      const { bff } = startOutcomes();
      await assert.rejects(bff.outcomes.report(report as never), { code });
      assert.deepEqual((await bff.outcomes.list()).outcomes, []);
    });
  }

  it('throws configuration_error where the store keeps no outcomes, and report() sends directly', async () => {
    const { bff, service } = startOutcomes({ relay: false });
    await assert.rejects(bff.outcomes.report({ outcome: 'complete', token: 'one' }), {
      code: 'configuration_error',
    });
    await bff.report('complete', 'one');
    assert.deepEqual(service.requests, ['complete one']);
  });
});

describe('the list of outcomes', () => {
  it('is read in pages, the latest first, and by state and time', async () => {
    const { bff, service, clock } = startOutcomes();
    for (let index = 0; index < 5; index += 1) {
      if (index === 3) service.answerEvery('away');
      await bff.outcomes.report({
        outcome: 'complete',
        token: `t${index}`,
        reference: `r${index}`,
      });
      clock.ms += 1000;
    }
    const references: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await bff.outcomes.list({ limit: 2, cursor });
      references.push(...page.outcomes.map(({ reference }) => reference));
      cursor = page.next;
    } while (cursor);
    assert.deepEqual(references, ['r4', 'r3', 'r2', 'r1', 'r0']);
    const open = await bff.outcomes.list({ state: 'open' });
    assert.deepEqual(
      open.outcomes.map(({ state }) => state),
      ['unknown', 'unknown'],
    );
    const latest = await bff.outcomes.list({ sinceMs: START_MS + 4000 });
    assert.equal(latest.outcomes.length, 1);
  });

  it('refuses a cursor, a state and a limit that are none', async () => {
    const { bff } = startOutcomes();
    for (const query of [{ cursor: 'x' }, { state: 'sent' as never }, { limit: 0 }, { limit: 1.5 }])
      await assert.rejects(bff.outcomes.list(query), { code: 'invalid_request' });
  });

  it('finds an outcome by its token, and never shows the token', async () => {
    const { bff } = startOutcomes();
    const { id } = await bff.outcomes.report({ outcome: 'complete', token: 'the-token' });
    const found = await bff.outcomes.find({ token: 'the-token' });
    assert.equal(found?.id, id);
    assert.doesNotMatch(JSON.stringify(found), /the-token/);
    assert.equal(await bff.outcomes.find({ token: 'another' }), undefined);
  });
});

describe('the deliveries', () => {
  it('go on with growing pauses until the hour of the token is over, and once more five minutes later', async () => {
    const { bff, service, clock } = startOutcomes();
    service.answerEvery('away');
    await bff.outcomes.report({ outcome: 'complete', token: 'one' });
    const timesMs: number[] = [];
    for (;;) {
      const { attempted, nextDueAtMs } = await bff.outcomes.deliverDue();
      if (attempted) timesMs.push(clock.ms - START_MS);
      if (nextDueAtMs === undefined) break;
      clock.ms = nextDueAtMs;
    }
    assert.equal(timesMs.at(-1), HOUR_MS + 5 * 60_000);
    assert.ok(timesMs.length > 15 && timesMs.length < 60, String(timesMs.length));
    assert.equal(service.requests.length, timesMs.length + 1);
    const { outcomes } = await bff.outcomes.list({ state: 'undelivered' });
    assert.deepEqual(
      outcomes.map(({ requests }) => requests),
      [timesMs.length + 1],
    );
  });

  it('take a refusal after a lost answer for probably recorded', async () => {
    const { bff, service, clock, events } = startOutcomes();
    service.answerNext('loses the answer');
    await bff.outcomes.report({ outcome: 'complete', token: 'one' });
    clock.ms += 60_000;
    await bff.outcomes.deliverDue();
    assert.partialDeepStrictEqual(events, [
      { type: 'not_confirmed', end: 'probably_recorded', status: 422 },
    ]);
  });

  it('wait as long as the service asks, for a row of a page alone, for those of the host together', async () => {
    const { bff, relay, service, clock } = startOutcomes();
    service.answerEvery(429, '120');
    await relay('complete', 'page');
    service.answerEvery('well');
    await relay('complete', 'another-page');
    assert.deepEqual([...service.counted.keys()], ['another-page']);
    service.answerEvery(429, '120');
    await bff.outcomes.report({ outcome: 'complete', token: 'host' });
    service.answerEvery('well');
    await bff.outcomes.report({ outcome: 'complete', token: 'host-2' });
    clock.ms += 119_000;
    await bff.outcomes.deliverDue();
    assert.deepEqual([...service.counted.keys()], ['another-page']);
    clock.ms += 2000;
    await bff.outcomes.deliverDue();
    assert.deepEqual([...service.counted.keys()].sort(), [
      'another-page',
      'host',
      'host-2',
      'page',
    ]);
  });

  it('send a token from one of two processes at a time', async () => {
    const { bff, start, service } = startOutcomes();
    service.answerEvery('away');
    await bff.outcomes.report({ outcome: 'complete', token: 'one' });
    const { outcomes } = start().bff;
    await bff.outcomes.retry((await bff.outcomes.list()).outcomes[0]?.id ?? '');
    service.answerEvery('well');
    await Promise.all([bff.outcomes.deliverDue(), outcomes.deliverDue()]);
    assert.deepEqual(service.requests, ['complete one', 'complete one']);
    assert.equal(service.counted.size, 1);
  });

  it('run until they are stopped, and deliver what becomes due', async () => {
    const { bff, service, relay } = startOutcomes({ now: Date.now, store: memoryStore() });
    service.answerNext('away', 503);
    await relay('complete', 'one');
    const stop = new AbortController();
    const running = bff.outcomes.run({ signal: stop.signal });
    while (!service.counted.size) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await running;
    assert.deepEqual([...service.counted], [['one', 'complete']]);
  });

  it('end with close(), which waits for the request that is out', async () => {
    const { bff, service } = startOutcomes({ now: Date.now, store: memoryStore() });
    const running = bff.outcomes.run();
    const reported = bff.outcomes.report({ outcome: 'complete', token: 'one' });
    await bff.close();
    await running;
    assert.equal((await reported).state, 'confirmed');
    assert.equal(service.counted.size, 1);
  });

  it('keep the rows of strangers that were refused without their tokens, and only the latest 10,000', async () => {
    const { relay, bff, store, clock } = startOutcomes();
    await relay('complete', 'junk');
    const outbox = outboxOf(store);
    const [row] = await outbox.list({ kind: 'outcome', limit: 10 });
    assert.equal(row?.payload, undefined);
    assert.equal(row?.state, 'rejected');
    await outbox.pruneSettled(0, 0);
    assert.deepEqual(await outbox.list({ kind: 'outcome', limit: 10 }), []);
    clock.ms += 1000;
    assert.deepEqual(await bff.outcomes.counts({ by: ['end'] }), [
      { end: 'accepted', count: 1 },
      { end: 'rejected', count: 1 },
    ]);
  });
});
