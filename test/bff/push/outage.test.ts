import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PushManyOptions } from 'vaultlink/bff';
import { invalidGrant, withErrors, withStatus } from '../../support/service/answers.ts';
import { collect, item, startBulk } from './setup.ts';

const SUBJECTS = Array.from({ length: 60 }, (_, index) => `user${index}`);
const oneItemEach = SUBJECTS.map((subject) => item('1', subject));

const unauthorized = withStatus(401);

/** A run over many users, with what it reports of an outage. */
async function startRun() {
  const bulk = await startBulk({ subjects: SUBJECTS });
  const reportedOutages: boolean[] = [];
  const onOutage = (isOutage: boolean) => reportedOutages.push(isOutage);
  const pushAll = (items = oneItemEach, more: PushManyOptions = {}) =>
    bulk.pushAll(items, { onOutage, ...more });
  const refreshCount = () => bulk.tokenEndpoint.requests.length;
  return { ...bulk, pushAll, reportedOutages, refreshCount };
}

type Run = Awaited<ReturnType<typeof startRun>>;

/** The service refuses every token of one endpoint until so much time has passed. */
function refuseTokensUntil(run: Run, endMs: number, endpoint = run.pushEndpoint) {
  endpoint.answerEvery((request, processRequest) =>
    run.arrivedAtMs(request) < endMs ? unauthorized(request, processRequest) : processRequest(),
  );
}

/** The service refuses every push of these users. */
function refuseTokensOf(run: Run, subjects: readonly string[]) {
  run.pushEndpoint.answerEvery((request, processRequest) =>
    subjects.includes(request.user ?? '')
      ? unauthorized(request, processRequest)
      : processRequest(),
  );
}

describe('a service that refuses the token of every user', () => {
  const outages: Record<string, (run: Run) => void> = {
    'while its token endpoint works': (run) => refuseTokensUntil(run, 120_000),
    'and refreshes none either': (run) => {
      refuseTokensUntil(run, 120_000);
      refuseTokensUntil(run, 120_000, run.tokenEndpoint);
    },
  };
  for (const [how, beginOutage] of Object.entries(outages)) {
    it(`${how} fails no push and ends no grant: the run waits until the outage is over`, async () => {
      const run = await startRun();
      beginOutage(run);
      const results = await run.pushAll();
      assert.equal(results.length, 60);
      assert(results.every(({ ok }) => ok));
      assert.deepEqual(run.reportedOutages, [true, false]);
      assert(run.refreshCount() <= 16, String(run.refreshCount()));
      assert(!run.events.some(({ type }) => type === 'reconnect_required'));
    });

    it(`${how} gets one push at a time, less often each time`, async () => {
      const run = await startRun();
      beginOutage(run);
      await run.pushAll();
      const duringOutage = run.pushEndpoint.requests.filter((request) => {
        const timeMs = run.arrivedAtMs(request);
        return timeMs > 0 && timeMs < 120_000;
      });
      const timesMs = [...new Set(duringOutage.map(run.arrivedAtMs))];
      assert.deepEqual(timesMs.slice(0, 4), [500, 1500, 3500, 7500]);
      for (const timeMs of timesMs) {
        const probes = duringOutage.filter((request) => run.arrivedAtMs(request) === timeMs);
        assert.equal(new Set(probes.map(({ user }) => user)).size, 1);
      }
    });
  }

  it('for too long ends the run: what was not sent is given up with service_error', async () => {
    const run = await startRun();
    run.pushEndpoint.answerEvery(unauthorized);
    const results = await run.pushAll(oneItemEach, { outageTimeoutMs: 60_000 });
    assert(results.length > 0 && results.length < 20, String(results.length));
    for (const result of results) {
      assert(!result.ok && result.isGivenUp);
      assert.equal(result.unknownAttempts, 0);
    }
    const halted = results.filter((result) => !result.ok && result.haltedBy === 'service');
    assert(halted.length > 0);
    assert(halted.every((result) => !result.ok && result.error.code === 'service_error'));
    assert.deepEqual(run.reportedOutages, [true]);
    assert(run.pushTimesMs().every((timeMs) => timeMs < 200_000));
  });

  it('for too long does not end a run that is to outlast it', async () => {
    const run = await startRun();
    refuseTokensUntil(run, 200_000);
    const options = { outageTimeoutMs: 60_000, outlastsOutage: true };
    const results = await run.pushAll(oneItemEach, options);
    assert.equal(results.length, 60);
    const halted = results.filter((result) => !result.ok);
    assert(halted.length >= 8 && halted.length <= 24, String(halted.length));
    assert(halted.every(({ isGivenUp, haltedBy }) => isGivenUp && haltedBy === 'service'));
    assert.deepEqual(run.reportedOutages, [true, false]);
  });

  for (const concurrency of [1, 2, 4]) {
    it(`fails no push of a run that sends only ${concurrency} at a time`, async () => {
      const run = await startRun();
      refuseTokensUntil(run, 120_000);
      const results = await run.pushAll(oneItemEach, { concurrency });
      assert.equal(results.length, 60);
      assert(results.every(({ ok }) => ok));
      assert.deepEqual(run.reportedOutages, [true, false]);
      assert(run.refreshCount() <= 10, String(run.refreshCount()));
    });
  }

  it('is recognised even when each refusal takes five seconds', async () => {
    const run = await startRun();
    run.pushEndpoint.answerEvery(async (request, processRequest) => {
      if (run.arrivedAtMs(request) > 120_000) return processRequest();
      await run.sleep(5000);
      return unauthorized(request, processRequest);
    });
    const results = await run.pushAll(oneItemEach, { concurrency: 1 });
    assert(results.every(({ ok }) => ok));
    assert.deepEqual(run.reportedOutages, [true, false]);
  });

  it('for too long ends the wait of every push that was begun, in a run that is to outlast it', async () => {
    const run = await startRun();
    refuseTokensUntil(run, 100_000);
    const options = { concurrency: 1, outageTimeoutMs: 60_000, outlastsOutage: true };
    const results = await run.pushAll(oneItemEach, options);
    assert.equal(results.length, 60);
    const halted = results.filter((result) => !result.ok);
    assert.deepEqual(
      halted.map(({ isGivenUp, haltedBy }) => [isGivenUp, haltedBy]),
      Array.from({ length: 5 }, () => [true, 'service']),
    );
  });

  it('does not hold up a run that is stopped meanwhile', async () => {
    const stop = new AbortController();
    const run = await startRun();
    run.service.answerEvery(unauthorized);
    const results = await run.passTimeUntil(
      collect(
        run.run(oneItemEach, {
          signal: stop.signal,
          onOutage: () => setImmediate(() => stop.abort()),
        }),
      ),
    );
    assert(results.length > 0);
    assert(results.every((result) => !result.ok && result.isGivenUp));
  });

  it('is not confused with a packet that the service refuses', async () => {
    const run = await startRun();
    run.pushEndpoint.answerEvery(withErrors(422));
    const results = await run.pushAll();
    assert(results.every((result) => !result.ok && result.error.code === 'validation_failed'));
    assert.deepEqual([run.reportedOutages, run.refreshCount()], [[], 0]);
  });
});

describe('a grant whose new token is refused', () => {
  it('fails alone among others, at once and after one refresh', async () => {
    const run = await startRun();
    refuseTokensOf(run, ['user7']);
    const results = await run.pushAll();
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(
      failed.map(({ item: { subject }, error }) => [subject, error.code]),
      [['user7', 'reconnect_required']],
    );
    assert.deepEqual([run.reportedOutages, run.refreshCount()], [[], 1]);
    assert(run.pushTimesMs().every((timeMs) => timeMs === 0));
  });

  it('fails alone in a run that sends one push at a time', async () => {
    const run = await startRun();
    refuseTokensOf(run, ['user7']);
    const results = await run.pushAll(oneItemEach, { concurrency: 1 });
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(
      failed.map(({ item: { subject }, error }) => [subject, error.code]),
      [['user7', 'reconnect_required']],
    );
    assert.deepEqual([run.reportedOutages, run.refreshCount()], [[], 1]);
  });

  it('fails alone when there are no others', async () => {
    const run = await startRun();
    refuseTokensOf(run, ['user7']);
    const [result] = await run.pushAll([item('1', 'user7')]);
    assert(result && !result.ok && result.error.code === 'reconnect_required');
    assert.deepEqual(run.reportedOutages, []);
  });

  it('fails with others like it, and stops no other user, when several come in a row', async () => {
    const subjects = ['user0', 'user1', 'user2', 'user3', 'user4', 'user5'];
    const run = await startRun();
    refuseTokensOf(run, subjects);
    const results = await run.pushAll();
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(failed.map(({ item: { subject } }) => subject).sort(), subjects);
    assert.deepEqual([...new Set(failed.map(({ error }) => error.code))], ['reconnect_required']);
    assert.equal(run.refreshCount(), 6);
  });

  it('is no sign of an outage when its user has withdrawn the consent', async () => {
    const run = await startRun();
    run.pushEndpoint.answerEvery(unauthorized);
    run.tokenEndpoint.answerEvery(invalidGrant);
    const results = await run.pushAll();
    assert(results.every((result) => !result.ok && result.error.code === 'reconnect_required'));
    assert.deepEqual(run.reportedOutages, []);
  });
});
