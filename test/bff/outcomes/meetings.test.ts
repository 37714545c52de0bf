import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MayReportQuestion } from 'vaultlink/bff';
import { startOutcomes } from './setup.ts';

/** A host that answers the first question of a row with nothing, and each further one when the test says so. */
function slowHost() {
  const waiting: ((answer: boolean) => void)[] = [];
  let arrived: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (arrived = resolve));
  return {
    /** Resolves when the host is asked at a delivery. */
    asked,
    mayReport: ({ request }: MayReportQuestion) => {
      if (request) return undefined;
      arrived();
      return new Promise<boolean>((resolve) => void waiting.push(resolve));
    },
    answer(approves: boolean) {
      for (const resolve of waiting.splice(0)) resolve(approves);
    },
  };
}

describe('an outcome of a page that the host is asked about, and which the host reports meanwhile', () => {
  for (const approves of [true, false]) {
    for (const outcome of ['complete', 'screenout'] as const) {
      it(`is sent as the host reports it, ${outcome}, although mayReport ${approves ? 'approves' : 'refuses'} it later`, async () => {
        const host = slowHost();
        const { relay, bff, service, clock } = startOutcomes({ mayReport: host.mayReport });
        await relay('complete', 'one');
        clock.ms += 10_000;
        const delivered = bff.outcomes.deliverDue();
        await host.asked;
        await bff.outcomes.report({ outcome, token: 'one' });
        host.answer(approves);
        await delivered;
        assert.deepEqual(service.requests, [`${outcome} one`]);
        assert.partialDeepStrictEqual(await bff.outcomes.find({ token: 'one' }), {
          ...{ outcome, state: 'confirmed', from: 'host' },
        });
      });
    }
  }
});

describe('the host', () => {
  it('reports itself what mayReport has refused before anything was sent', async () => {
    const answers: unknown[] = [undefined, false];
    const { relay, bff, service, clock } = startOutcomes({ mayReport: () => answers.shift() });
    await relay('complete', 'one');
    clock.ms += 10_000;
    await bff.outcomes.deliverDue();
    const record = await bff.outcomes.report({ outcome: 'screenout', token: 'one' });
    assert.equal(record.state, 'confirmed');
    assert.deepEqual([...service.counted], [['one', 'screenout']]);
  });

  it('keeps the reference that it adds while the request of the page is out', async () => {
    const { relay, bff, service } = startOutcomes();
    const answer = service.holdNext();
    const relayed = relay('complete', 'one');
    await answer.arrived;
    await bff.outcomes.report({ outcome: 'complete', token: 'one', reference: 'interview 7' });
    answer.release();
    await relayed;
    assert.partialDeepStrictEqual(await bff.outcomes.find({ token: 'one' }), {
      ...{ state: 'confirmed', reference: 'interview 7' },
    });
  });

  it('that hangs in mayReport does not hold up its own outcomes', async () => {
    const { relay, bff, service, clock } = startOutcomes({
      mayReport: ({ request }) => (request ? undefined : new Promise(() => undefined)),
      anonymousCalls: { perAddressPerMinute: 10_000, inAllPerMinute: 10_000 },
    });
    await Promise.all(
      Array.from({ length: 150 }, (_, index) => relay('complete', `page-${index}`)),
    );
    clock.ms += 10_000;
    void bff.outcomes.deliverDue({ limit: 150 });
    const record = await bff.outcomes.report({ outcome: 'complete', token: 'own' });
    assert.equal(record.state, 'confirmed');
    assert.deepEqual(service.requests, ['complete own']);
  });

  for (const [what, value] of [
    [
      'refers to itself',
      Object.assign(
        {},
        {
          get self(): unknown {
            return this;
          },
        },
      ),
    ],
    ['JSON does not know', 1n],
  ] as const) {
    it(`gives no answer with a value that ${what}, and the outcome is stored`, async () => {
      const { relay } = startOutcomes({ mayReport: () => value });
      assert.partialDeepStrictEqual(await relay('complete', 'one'), {
        status: 202,
        result: 'accepted',
      });
    });
  }
});

describe('outcomes while the service is away', () => {
  it('probe it with one request at a time, however many pages ask', async () => {
    const { relay, service, clock } = startOutcomes();
    service.answerEvery('away');
    for (let index = 0; index < 12; index += 1) await relay('complete', `page-${index}`);
    const before = service.requests.length;
    const answer = service.holdNext();
    clock.ms += 60_000;
    await Promise.all(Array.from({ length: 12 }, (_, index) => relay('complete', `page-${index}`)));
    await answer.arrived;
    assert.equal(service.requests.length, before + 1);
    answer.release();
  });

  it('do not end undelivered without their last request, once the service is back', async () => {
    const answers: unknown[] = [];
    const { relay, bff, service, clock } = startOutcomes({
      mayReport: ({ request }) => (request ? answers.shift() : undefined),
    });
    service.answerEvery('away');
    // The first row waits for the host, so no request of it tells that the service is back.
    answers.push(undefined, ...new Array<boolean>(12).fill(true));
    for (let index = 0; index < 13; index += 1)
      await relay('complete', `page-${index}`, { age_seconds: 3600 });
    service.answerEvery('well');
    clock.ms += 5 * 60_000;
    await bff.outcomes.deliverDue();
    assert.equal(service.counted.size, 12);
    const { outcomes } = await bff.outcomes.list({ state: 'undelivered' });
    assert.equal(outcomes.filter(({ requests }) => requests).length, 0);
  });

  it('get their last request each, although the one before has shown that the service is still away', async () => {
    const { relay, bff, service, clock } = startOutcomes();
    service.answerEvery('away');
    const tokens = Array.from({ length: 12 }, (_, index) => `page-${index}`);
    for (const token of tokens) await relay('complete', token, { age_seconds: 3600 });
    const before = service.requests.length;
    clock.ms += 5 * 60_000;
    await bff.outcomes.deliverDue();
    // A row that was never sent has its first turn now, and its last one with the next probe.
    clock.ms += 1000;
    await bff.outcomes.deliverDue();
    assert.deepEqual(
      new Set(service.requests.slice(before)),
      new Set(tokens.map((token) => `complete ${token}`)),
    );
  });

  it('are not probed a second time while the first probe hangs', async () => {
    const { relay, bff, service, clock } = startOutcomes();
    service.answerEvery('away');
    for (let index = 0; index < 12; index += 1) await relay('complete', `page-${index}`);
    const before = service.requests.length;
    const answer = service.holdNext();
    clock.ms += 60_000;
    const probed = bff.outcomes.deliverDue({ limit: 1 });
    await answer.arrived;
    clock.ms += 10_000;
    assert.equal((await bff.outcomes.deliverDue({ limit: 1 })).attempted, 0);
    assert.equal(service.requests.length, before + 1);
    answer.release();
    await probed;
  });

  it('take places for no more requests than a process may have out', async () => {
    const { bff, service } = startOutcomes();
    const answer = service.holdNext();
    const reported = Array.from({ length: 300 }, (_, index) =>
      bff.outcomes.report({ outcome: 'complete', token: `token-${index}` }),
    );
    await answer.arrived;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(service.requests.length <= 100, String(service.requests.length));
    answer.release();
    await Promise.all(reported);
  });
});

describe('an outcome that cannot be sent', () => {
  it('is refused at once if its token holds half a surrogate pair', async () => {
    const { bff } = startOutcomes();
    await assert.rejects(bff.outcomes.report({ outcome: 'complete', token: '\ud800abc' }), {
      code: 'validation_failed',
    });
  });
});
