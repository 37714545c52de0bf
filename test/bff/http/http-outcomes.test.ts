import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS, startOutcomes } from '../outcomes/setup.ts';

describe('a relay that stores outcomes', () => {
  it('answers confirmed once the service has counted the outcome, and again to each question', async () => {
    const { relay, clock, service, events } = startOutcomes();
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 200,
      result: 'confirmed',
    });
    clock.ms += 1000;
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 200,
      result: 'confirmed',
    });
    assert.deepEqual(service.requests, ['complete one']);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['reported'],
    );
  });

  it('answers accepted while the service is away, and confirmed when a later delivery has gone through', async () => {
    const { relay, bff, clock, service } = startOutcomes();
    service.answerEvery('away');
    const first = await relay('complete', 'one');
    assert.deepEqual([first.status, first.result], [202, 'accepted']);
    assert.ok(
      Number(first.retryAfter) >= 1 && Number(first.retryAfter) <= 60,
      String(first.retryAfter),
    );
    service.answerEvery('well');
    clock.ms += 10 * 60_000;
    await bff.outcomes.deliverDue();
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 200,
      result: 'confirmed',
    });
    assert.deepEqual([...service.counted], [['one', 'complete']]);
  });

  it('delivers an outcome that is due when its page asks, where no process runs the deliveries', async () => {
    const { relay, clock, service } = startOutcomes();
    service.answerNext('away');
    await relay('complete', 'one');
    clock.ms += 60_000;
    let status = 202;
    for (; status === 202; clock.ms += 1000) ({ status } = await relay('complete', 'one'));
    assert.equal(status, 200);
    assert.deepEqual(service.requests, ['complete one', 'complete one']);
  });

  it('refuses another outcome of the same token, and keeps the first', async () => {
    const { relay, service } = startOutcomes();
    service.answerEvery('away');
    await relay('complete', 'one');
    assert.partialDeepStrictEqual(await relay('screenout', 'one'), {
      status: 409,
      result: 'outcome_locked',
    });
    assert.deepEqual(service.requests, ['complete one']);
  });

  it('answers outcome_rejected to a token that the service refuses, also to a question', async () => {
    const { relay, clock } = startOutcomes();
    const refused = { status: 409, result: 'outcome_rejected' };
    assert.partialDeepStrictEqual(await relay('complete', 'junk'), refused);
    clock.ms += 1000;
    assert.partialDeepStrictEqual(await relay('complete', 'junk'), refused);
  });

  it('answers unknown to an outcome that could not be delivered within the hour', async () => {
    const { relay, bff, clock, service, events } = startOutcomes();
    service.answerEvery('away');
    await relay('complete', 'one');
    for (let minute = 0; minute < 70; minute += 1) {
      clock.ms += 60_000;
      await bff.outcomes.deliverDue();
    }
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 200,
      result: 'unknown',
    });
    assert.deepEqual(events.filter(({ type }) => type === 'undelivered').length, 1);
  });

  it('counts the hour from the landing where the page says how old the token is', async () => {
    const { relay, bff, clock, service } = startOutcomes();
    service.answerEvery('away');
    await relay('complete', 'one', { age_seconds: 3600 });
    clock.ms += HOUR_MS / 12;
    await bff.outcomes.deliverDue();
    const { outcomes } = await bff.outcomes.list();
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['undelivered'],
    );
  });

  it('limits questions to one a second for each outcome, and counts them by no address', async () => {
    const { relay, clock } = startOutcomes({
      anonymousCalls: { perAddressPerMinute: 1, inAllPerMinute: 10 },
    });
    await relay('complete', 'one');
    assert.equal((await relay('complete', 'one')).status, 200);
    assert.deepEqual(await relay('complete', 'one'), {
      ...{ status: 429, result: 'rate_limited', retryAfter: '1' },
    });
    for (let second = 0; second < 5; second += 1) {
      clock.ms += 1000;
      assert.equal((await relay('complete', 'one')).status, 200);
    }
  });

  for (const [what, outcome, body, status, code] of [
    ['no outcome', 'done', { token: 'one' }, 422, 'validation_failed'],
    ['no token', 'complete', { token: '{{token}}' }, 422, 'validation_failed'],
    ['an unknown field', 'complete', { token: 'one', nonsense: 1 }, 400, 'invalid_request'],
    ['an age below zero', 'complete', { token: 'one', age_seconds: -1 }, 400, 'invalid_request'],
    ['an age that is text', 'complete', { token: 'one', age_seconds: '5' }, 400, 'invalid_request'],
  ] as const) {
    it(`refuses what has ${what}, and stores nothing`, async () => {
      const { relay, bff } = startOutcomes();
      const { token, ...more } = body;
      assert.partialDeepStrictEqual(await relay(outcome, token, more), { status, result: code });
      assert.deepEqual(await bff.outcomes.list(), { outcomes: [] });
    });
  }

  it('takes an age as long as a number can be', async () => {
    const { relay } = startOutcomes();
    assert.equal((await relay('complete', 'one', { age_seconds: 1.5e300 })).status, 200);
    assert.equal((await relay('complete', 'two', { age_seconds: 0.25 })).status, 200);
  });
});

describe('mayReport of a relay that stores outcomes', () => {
  it('is asked once for a new outcome, with the request', async () => {
    const asked: unknown[] = [];
    const { relay, clock } = startOutcomes({
      mayReport: ({ request, ...question }) => {
        asked.push([request instanceof Request, question]);
        return true;
      },
    });
    await relay('complete', 'one');
    clock.ms += 1000;
    await relay('complete', 'one');
    assert.deepEqual(asked, [[true, { outcome: 'complete', token: 'one' }]]);
  });

  it('stores nothing that it refuses, but counts it', async () => {
    const { relay, bff, service } = startOutcomes({ mayReport: () => false });
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 409,
      result: 'outcome_rejected',
    });
    assert.deepEqual(await bff.outcomes.list(), { outcomes: [] });
    assert.deepEqual(service.requests, []);
    assert.deepEqual(await bff.outcomes.counts({ sinceMs: 0, by: ['end'] }), [
      { end: 'refused', count: 1 },
    ]);
  });

  it('is asked again at the delivery, without a request and with what it returned, if it gave no answer', async () => {
    const asked: unknown[] = [];
    let answer: unknown = { interview: 7 };
    const { relay, bff, clock, service, events } = startOutcomes({
      mayReport: ({ request, ...question }) => {
        asked.push({ hasRequest: request !== undefined, ...question });
        return answer;
      },
    });
    assert.equal((await relay('complete', 'one')).status, 202);
    assert.deepEqual(service.requests, []);
    assert.partialDeepStrictEqual(events, [{ type: 'failed', where: 'may-report' }]);
    answer = true;
    clock.ms += 60_000;
    await bff.outcomes.deliverDue();
    assert.deepEqual(service.requests, ['complete one']);
    assert.deepEqual(asked, [
      { hasRequest: true, outcome: 'complete', token: 'one' },
      { hasRequest: false, outcome: 'complete', token: 'one', context: { interview: 7 } },
    ]);
  });

  it('ends an outcome that it refuses at the delivery, without a request', async () => {
    const answers: unknown[] = [undefined, false];
    const mayReport = () => answers.shift();
    const { relay, bff, clock, service, events } = startOutcomes({ mayReport });
    await relay('complete', 'one');
    clock.ms += 60_000;
    await bff.outcomes.deliverDue();
    assert.deepEqual(service.requests, []);
    assert.partialDeepStrictEqual(events.at(-1), { type: 'not_confirmed', end: 'refused' });
    assert.partialDeepStrictEqual(await relay('complete', 'one'), {
      status: 409,
      result: 'outcome_rejected',
    });
  });
});
