import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import type { PushItem } from 'vaultlink/bff';
import { startBff } from '../support/http-bff.ts';
import { PUSHED } from '../support/http-service.ts';
import { collect, item, itemsOf, latch, refused, startBulk } from './setup.ts';

describe('many pushes', () => {
  it('give a result for each item, with the item as it was and the reply of the service', async () => {
    const { all, pushes } = await startBulk();
    const items = itemsOf(20).map((one, index) => ({ ...one, row: index }));
    const results = await all(items);
    assert.equal(results.length, 20);
    assert.equal(new Set(results.map((result) => result.item)).size, 20);
    for (const { item: pushed, ...rest } of results) {
      assert(items.includes(pushed));
      assert.deepEqual(rest, { ok: true, reply: PUSHED, attempts: 1, unknownAttempts: 0 });
    }
    assert.deepEqual(
      pushes().map(({ answer }) => answer),
      items.map(({ answers }) => answers.question),
    );
  });

  it('are a method of the backend, which takes an iterable or an async one', async () => {
    const { bff, browser } = startBff({ subject: () => 'ada' });
    await browser.connect();
    for (const items of [itemsOf(3), Readable.from(itemsOf(3)) as AsyncIterable<PushItem>]) {
      const results = await collect(bff.pushMany(items));
      assert.deepEqual(
        results.map(({ ok }) => ok),
        [true, true, true],
      );
    }
  });

  it('give their results in the order in which they end', async () => {
    const first = latch();
    const { run } = await startBulk({
      answer: ({ answer }) => (answer === '0' ? first.opened.then(() => refused(400)) : undefined),
    });
    const order: unknown[] = [];
    for await (const result of run(itemsOf(3), { concurrency: 2 })) {
      order.push(result.item.answers.question);
      if (order.length === 2) first.open();
    }
    assert.deepEqual(order, ['1', '2', '0']);
  });

  it('that cannot be pushed fail as results, without a request or a look into the store', async () => {
    const { all, calls, looks } = await startBulk();
    const wrong = [
      { subject: 'ada', packetId: '../packet', answers: {} },
      { subject: 'ada', packetId: 'packet-1', answers: { a: 1, b: ['x'] } },
      { subject: '', packetId: 'packet-1', answers: {} },
      { packetId: 'packet-1', answers: {} },
      { subject: 'ada' },
    ] as unknown as PushItem[];
    const results = await all(wrong);
    const errors = results.map((result) => (result.ok ? undefined : result.error));
    assert.deepEqual(
      errors.map((error) => error?.code),
      ['invalid_request', 'validation_failed', ...Array<string>(3).fill('invalid_request')],
    );
    assert.equal(errors[1]?.messages.length, 2);
    assert(results.every(({ attempts, unknownAttempts }) => attempts + unknownAttempts === 0));
    assert.deepEqual([calls, looks], [[], []]);
  });

  it('that nobody expects fail as results as well, and give nothing away', async () => {
    const { all, events } = await startBulk();
    const [result] = await all([null as unknown as PushItem]);
    assert(result && !result.ok);
    assert.equal(result.error.code, 'configuration_error');
    const [event] = events;
    assert(event?.type === 'failed' && event.where === 'pushMany');
  });

  it('tell who listens of each that was taken', async () => {
    const { all, events } = await startBulk();
    await all(itemsOf(2));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['pushed', 'pushed'],
    );
  });

  it('need options that are numbers of the right kind', async () => {
    const { run } = await startBulk();
    const wrong = { concurrency: 0, maxAttempts: 1.5, timeoutMs: 2 ** 31 };
    for (const [name, value] of Object.entries(wrong)) {
      assert.throws(() => run([], { [name]: value }), {
        code: 'configuration_error',
        message: new RegExp(`^${name} must be [^.]*\\.$`),
      });
    }
    assert.throws(
      () => run([], wrong),
      ({ messages }: { messages: string[] }) => messages.length === 3,
    );
  });
});

describe('a dead grant', () => {
  const invalidGrant = () =>
    Response.json({ error: 'invalid_grant', error_description: 'Revoked.' }, { status: 400 });

  it('fails the items of its own subject and no other, without further requests', async () => {
    const { all, time, calls } = await startBulk({
      subjects: ['ada', 'bob'],
      answer: ({ kind, subject }) =>
        kind === 'refresh' && subject === 'bob' ? invalidGrant() : undefined,
    });
    time.advance(86_400_000);
    const items = itemsOf(20).flatMap(({ answers }) => [
      item(String(answers.question), 'ada'),
      item(String(answers.question), 'bob'),
    ]);
    for (const result of await all(items)) {
      assert.equal(result.ok, result.item.subject === 'ada');
      if (!result.ok) assert.equal(result.error.code, 'reconnect_required');
    }
    assert.equal(calls.filter(({ subject }) => subject === 'bob').length, 1);
  });

  it('is one as well whose new tokens are not taken', async () => {
    const { all, calls } = await startBulk({
      answer: ({ kind }) => (kind === 'push' ? new Response(null, { status: 401 }) : undefined),
    });
    const results = await all(itemsOf(10), { concurrency: 1 });
    for (const result of results) {
      assert(!result.ok && result.error.code === 'reconnect_required');
    }
    assert.deepEqual(
      calls.map(({ kind }) => kind),
      ['push', 'refresh', 'push'],
    );
    assert.deepEqual(
      results.slice(0, 2).map(({ attempts }) => attempts),
      [2, 0],
    );
  });

  it('is forgotten once its user has connected again', async () => {
    const dead = { is: true };
    const { run, connect, later, time } = await startBulk({
      answer: ({ kind }) =>
        kind === 'push' && dead.is ? new Response(null, { status: 401 }) : undefined,
    });
    const failed = latch();
    async function* items() {
      yield item('1');
      await failed.opened;
      dead.is = false;
      await connect('ada');
      time.advance(1000);
      yield item('2');
    }
    const oks: boolean[] = [];
    async function pushAll() {
      for await (const { ok } of run(items(), { concurrency: 1 })) {
        oks.push(ok);
        failed.open();
      }
    }
    await later(pushAll());
    assert.deepEqual(oks, [false, true]);
  });

  it('differs from none: who never connected fails at once', async () => {
    const { all, calls } = await startBulk();
    const [result] = await all([item('1', 'nobody')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.code, result.attempts], ['not_connected', 0]);
    assert.deepEqual(calls, []);
  });
});

describe('the look for a grant', () => {
  it('is shared by the items of a subject that come within a second', async () => {
    const { run, looks, time } = await startBulk({ subjects: ['ada', 'bob'] });
    function* items() {
      for (let second = 0; second < 3; second += 1) {
        for (let index = 0; index < 10; index += 1) yield item('x', index % 2 ? 'ada' : 'bob');
        time.advance(1000);
      }
    }
    await collect(run(items(), { concurrency: 1 }));
    assert.deepEqual(looks.sort(), ['ada', 'ada', 'ada', 'bob', 'bob', 'bob']);
  });

  it('counts no longer than that where the clock is set back', async () => {
    const { run, time, store } = await startBulk();
    async function* items() {
      yield item('1');
      time.set(time.now() - 3_600_000);
      await store.disconnect('ada');
      time.advance(1000);
      yield item('2');
    }
    const results = await collect(run(items(), { concurrency: 1 }));
    assert.deepEqual(
      results.map((result) => (result.ok ? 'pushed' : result.error.code)),
      ['pushed', 'not_connected'],
    );
  });

  it('that failed is made again', async () => {
    const { run, looks, later, store } = await startBulk();
    const found = store.findGrantOfSubject('ada');
    let failures = 2;
    store.findGrantOfSubject = () => {
      if (failures-- > 0) throw new Error('The store is away.');
      return found;
    };
    const [result] = await later(collect(run([item('1')])));
    assert.deepEqual([result?.ok, result?.attempts, looks.length], [true, 1, 3]);
  });
});
