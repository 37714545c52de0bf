import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PushManyOptions } from 'vaultlink/bff';
import { collect, item, refused, startBulk } from './setup.ts';
import type { Call } from './setup.ts';

const SUBJECTS = Array.from({ length: 60 }, (_, index) => `user${index}`);
const oneEach = (subjects = SUBJECTS) => subjects.map((subject) => item('1', subject));

const unauthorized = () => new Response(null, { status: 401 });

/** A run over many users, with what it says of an outage. */
async function startRun(
  answer: (call: Call) => Response | undefined | Promise<Response | undefined>,
) {
  const bulk = await startBulk({ subjects: SUBJECTS, answer });
  const said: boolean[] = [];
  const refreshes = () => bulk.calls.filter(({ kind }) => kind === 'refresh').length;
  const all = (items = oneEach(), more: PushManyOptions = {}) =>
    bulk.all(items, { onOutage: (isOutage) => said.push(isOutage), ...more });
  return { ...bulk, all, said, refreshes };
}

describe('a service that refuses the token of every user', () => {
  const endpoints: Record<string, (call: Call) => Response | undefined> = {
    'while its token endpoint works': ({ kind }) => (kind === 'push' ? unauthorized() : undefined),
    'and renews none either': unauthorized,
  };
  for (const [how, answer] of Object.entries(endpoints)) {
    it(`${how} fails no push and ends no grant: the run waits until that is over`, async () => {
      const run = await startRun((call) => (call.atMs < 120_000 ? answer(call) : undefined));
      const results = await run.all();
      assert.equal(results.length, 60);
      assert(results.every(({ ok }) => ok));
      assert.deepEqual(run.said, [true, false]);
      assert(run.refreshes() <= 16, String(run.refreshes()));
      assert(!run.events.some(({ type }) => type === 'reconnect_required'));
    });

    it(`${how} is asked by one push at a time, less often each time`, async () => {
      const run = await startRun((call) => (call.atMs < 120_000 ? answer(call) : undefined));
      await run.all();
      const during = run.pushes().filter(({ atMs }) => atMs > 0 && atMs < 120_000);
      const moments = [...new Set(during.map(({ atMs }) => atMs))];
      assert.deepEqual(moments.slice(0, 4), [500, 1500, 3500, 7500]);
      for (const moment of moments) {
        const probes = during.filter(({ atMs }) => atMs === moment);
        assert.equal(new Set(probes.map(({ subject }) => subject)).size, 1);
      }
    });
  }

  it('for too long ends the run: what was not sent is given up with service_error', async () => {
    const run = await startRun(endpoints['while its token endpoint works'] ?? unauthorized);
    const results = await run.all(oneEach(), { outageTimeoutMs: 60_000 });
    assert(results.length > 0 && results.length < 20, String(results.length));
    for (const result of results) {
      assert(!result.ok && result.isGivenUp);
      assert.equal(result.unknownAttempts, 0);
    }
    const halted = results.filter((result) => !result.ok && result.haltedBy === 'service');
    assert(halted.length > 0);
    assert(halted.every((result) => !result.ok && result.error.code === 'service_error'));
    assert.deepEqual(run.said, [true]);
    assert(run.pushes().every(({ atMs }) => atMs < 200_000));
  });

  it('for too long ends no run that is to outlast it', async () => {
    const run = await startRun(({ kind, atMs }) =>
      kind === 'push' && atMs < 200_000 ? unauthorized() : undefined,
    );
    const results = await run.all(oneEach(), { outageTimeoutMs: 60_000, outlastsOutage: true });
    assert.equal(results.length, 60);
    const halted = results.filter((result) => !result.ok);
    assert(halted.length >= 8 && halted.length <= 24, String(halted.length));
    assert(halted.every(({ isGivenUp, haltedBy }) => isGivenUp && haltedBy === 'service'));
    assert.deepEqual(run.said, [true, false]);
  });

  for (const concurrency of [1, 2, 4]) {
    it(`fails no push of a run that sends ${concurrency} at a time either`, async () => {
      const run = await startRun(({ kind, atMs }) =>
        kind === 'push' && atMs < 120_000 ? unauthorized() : undefined,
      );
      const results = await run.all(oneEach(), { concurrency });
      assert.equal(results.length, 60);
      assert(results.every(({ ok }) => ok));
      assert.deepEqual(run.said, [true, false]);
      assert(run.refreshes() <= 10, String(run.refreshes()));
    });
  }

  it('is recognised however slowly it answers', async () => {
    const run = await startRun(async ({ kind, atMs }) => {
      if (kind !== 'push' || atMs > 120_000) return undefined;
      await run.sleep(5000);
      return unauthorized();
    });
    const results = await run.all(oneEach(), { concurrency: 1 });
    assert(results.every(({ ok }) => ok));
    assert.deepEqual(run.said, [true, false]);
  });

  it('for too long ends the wait of all that were begun in a run that is to outlast it', async () => {
    const run = await startRun(({ kind, atMs }) =>
      kind === 'push' && atMs < 100_000 ? unauthorized() : undefined,
    );
    const options = { concurrency: 1, outageTimeoutMs: 60_000, outlastsOutage: true };
    const results = await run.all(oneEach(), options);
    assert.equal(results.length, 60);
    const halted = results.filter((result) => !result.ok);
    assert.deepEqual(
      halted.map(({ isGivenUp, haltedBy }) => [isGivenUp, haltedBy]),
      Array.from({ length: 5 }, () => [true, 'service']),
    );
  });

  it('holds up no run that is stopped meanwhile', async () => {
    const stop = new AbortController();
    const run = await startRun(unauthorized);
    const results = await run.later(
      collect(
        run.run(oneEach(), {
          signal: stop.signal,
          onOutage: () => setImmediate(() => stop.abort()),
        }),
      ),
    );
    assert(results.length > 0);
    assert(results.every((result) => !result.ok && result.isGivenUp));
  });

  it('is not told from a packet that is refused', async () => {
    const run = await startRun(({ kind }) => (kind === 'push' ? refused(422) : undefined));
    const results = await run.all();
    assert(results.every((result) => !result.ok && result.error.code === 'validation_failed'));
    assert.deepEqual([run.said, run.refreshes()], [[], 0]);
  });
});

describe('a grant whose new token is refused', () => {
  const dead =
    (...subjects: string[]) =>
    ({ kind, subject }: Call) =>
      kind === 'push' && subjects.includes(subject) ? unauthorized() : undefined;

  it('fails alone among others, at once and with one renewal', async () => {
    const run = await startRun(dead('user7'));
    const results = await run.all();
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(
      failed.map(({ item: { subject }, error }) => [subject, error.code]),
      [['user7', 'reconnect_required']],
    );
    assert.deepEqual([run.said, run.refreshes()], [[], 1]);
    assert(run.pushes().every(({ atMs }) => atMs === 0));
  });

  it('fails alone in a run that sends one at a time', async () => {
    const run = await startRun(dead('user7'));
    const results = await run.all(oneEach(), { concurrency: 1 });
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(
      failed.map(({ item: { subject }, error }) => [subject, error.code]),
      [['user7', 'reconnect_required']],
    );
    assert.deepEqual([run.said, run.refreshes()], [[], 1]);
  });

  it('fails alone where there are no others', async () => {
    const run = await startRun(dead('user7'));
    const [result] = await run.all([item('1', 'user7')]);
    assert(result && !result.ok && result.error.code === 'reconnect_required');
    assert.deepEqual(run.said, []);
  });

  it('fails with others like it, and stops no one else, where several come in a row', async () => {
    const subjects = ['user0', 'user1', 'user2', 'user3', 'user4', 'user5'];
    const run = await startRun(dead(...subjects));
    const results = await run.all();
    const failed = results.filter((result) => !result.ok);
    assert.deepEqual(failed.map(({ item: { subject } }) => subject).sort(), subjects);
    assert.deepEqual([...new Set(failed.map(({ error }) => error.code))], ['reconnect_required']);
    assert.equal(run.refreshes(), 6);
  });

  it('is not held against the service where its user has taken the consent back', async () => {
    const gone = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    const run = await startRun(({ kind }) => (kind === 'push' ? unauthorized() : gone()));
    const results = await run.all();
    assert(results.every((result) => !result.ok && result.error.code === 'reconnect_required'));
    assert.deepEqual(run.said, []);
  });
});
