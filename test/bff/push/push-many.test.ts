import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import type { PushItem } from 'vaultlink/bff';
import { invalidGrant, withStatus } from '../../support/service/answers.ts';
import { pushReply } from '../../support/service/replies.ts';
import { createSignal } from '../../support/signal.ts';
import { startBff } from '../support/http-bff.ts';
import { answerOf, collect, item, itemsOf, startBulk } from './setup.ts';

describe('many pushes', () => {
  it('give a result for each item, with the item itself and the reply of the service', async () => {
    const { pushAll, pushEndpoint } = await startBulk();
    const items = itemsOf(20).map((one, index) => ({ ...one, row: index }));
    const results = await pushAll(items);
    assert.equal(results.length, 20);
    assert.equal(new Set(results.map((result) => result.item)).size, 20);
    for (const { item: pushed, ...rest } of results) {
      assert(items.includes(pushed));
      assert.deepEqual(rest, {
        ok: true,
        reply: pushReply('packet-1'),
        attempts: 1,
        unknownAttempts: 0,
      });
    }
    assert.deepEqual(
      pushEndpoint.requests.map(answerOf),
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

  it('give their results in the order in which the pushes end', async () => {
    const { run, pushEndpoint } = await startBulk();
    const first = pushEndpoint.holdNext();
    const order: unknown[] = [];
    for await (const result of run(itemsOf(3), { concurrency: 2 })) {
      order.push(result.item.answers.question);
      if (order.length === 2) first.release();
    }
    assert.deepEqual(order, ['1', '2', '0']);
  });

  it('fail as results when they cannot be pushed, without a request or a look into the store', async () => {
    const { pushAll, service, lookedUpSubjects } = await startBulk();
    const wrong = [
      { subject: 'ada', packetId: '../packet', answers: {} },
      { subject: 'ada', packetId: 'packet-1', answers: { a: 1, b: ['x'] } },
      { subject: '', packetId: 'packet-1', answers: {} },
      { packetId: 'packet-1', answers: {} },
      { subject: 'ada' },
    ] as unknown as PushItem[];
    const results = await pushAll(wrong);
    const errors = results.map((result) => (result.ok ? undefined : result.error));
    assert.deepEqual(
      errors.map((error) => error?.code),
      ['invalid_request', 'validation_failed', ...Array<string>(3).fill('invalid_request')],
    );
    assert.equal(errors[1]?.messages.length, 2);
    assert(results.every(({ attempts, unknownAttempts }) => attempts + unknownAttempts === 0));
    assert.deepEqual([service.requests, lookedUpSubjects], [[], []]);
  });

  it('fail as results when an item is null, and report it to onEvent', async () => {
    const { pushAll, events } = await startBulk();
    const [result] = await pushAll([null as unknown as PushItem]);
    assert(result && !result.ok);
    assert.equal(result.error.code, 'configuration_error');
    const [event] = events;
    assert(event?.type === 'failed' && event.where === 'pushMany');
  });

  it('emit an event for each push that succeeded', async () => {
    const { pushAll, events } = await startBulk();
    await pushAll(itemsOf(2));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['pushed', 'pushed'],
    );
  });

  it('require options that are numbers of the right kind', async () => {
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
  it('fails the items of its own subject and no other, without further requests', async () => {
    const { pushAll, time, service } = await startBulk({ subjects: ['ada', 'bob'] });
    service.tokenEndpoint.answerEvery((request, processRequest) =>
      request.user === 'bob' ? invalidGrant(request, processRequest) : processRequest(),
    );
    time.advance(86_400_000);
    const items = itemsOf(20).flatMap(({ answers }) => [
      item(String(answers.question), 'ada'),
      item(String(answers.question), 'bob'),
    ]);
    for (const result of await pushAll(items)) {
      assert.equal(result.ok, result.item.subject === 'ada');
      if (!result.ok) assert.equal(result.error.code, 'reconnect_required');
    }
    assert.equal(service.requests.filter(({ user }) => user === 'bob').length, 1);
  });

  it('is also one whose new tokens the service refuses', async () => {
    const { pushAll, service } = await startBulk();
    service.pushEndpoint.answerEvery(withStatus(401));
    const results = await pushAll(itemsOf(10), { concurrency: 1 });
    for (const result of results) {
      assert(!result.ok && result.error.code === 'reconnect_required');
    }
    assert.deepEqual(
      service.requests.map(({ kind }) => kind),
      ['push', 'token', 'push'],
    );
    assert.deepEqual(
      results.slice(0, 2).map(({ attempts }) => attempts),
      [2, 0],
    );
  });

  it('is forgotten once its user has connected again', async () => {
    const { run, connect, passTimeUntil, time, pushEndpoint } = await startBulk();
    pushEndpoint.answerEvery(withStatus(401));
    const failed = createSignal();
    async function* items() {
      yield item('1');
      await failed.promise;
      pushEndpoint.answerNormally();
      await connect('ada');
      time.advance(1000);
      yield item('2');
    }
    const oks: boolean[] = [];
    async function pushAll() {
      for await (const { ok } of run(items(), { concurrency: 1 })) {
        oks.push(ok);
        failed.resolve();
      }
    }
    await passTimeUntil(pushAll());
    assert.deepEqual(oks, [false, true]);
  });

  it('differs from no grant: an item of a user who never connected fails at once with not_connected', async () => {
    const { pushAll, service } = await startBulk();
    const [result] = await pushAll([item('1', 'nobody')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.code, result.attempts], ['not_connected', 0]);
    assert.deepEqual(service.requests, []);
  });
});

describe('the lookup of a grant', () => {
  it('is shared by the items of one subject for a second', async () => {
    const { run, lookedUpSubjects, time } = await startBulk({ subjects: ['ada', 'bob'] });
    function* items() {
      for (let second = 0; second < 3; second += 1) {
        for (let index = 0; index < 10; index += 1) yield item('x', index % 2 ? 'ada' : 'bob');
        time.advance(1000);
      }
    }
    await collect(run(items(), { concurrency: 1 }));
    assert.deepEqual(lookedUpSubjects.sort(), ['ada', 'ada', 'ada', 'bob', 'bob', 'bob']);
  });

  it('is repeated after a second even when the clock was set back', async () => {
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

  it('is repeated when it failed', async () => {
    const { run, lookedUpSubjects, passTimeUntil, store } = await startBulk();
    const found = store.findGrantOfSubject('ada');
    let failures = 2;
    store.findGrantOfSubject = () => {
      if (failures-- > 0) throw new Error('The store is away.');
      return found;
    };
    const [result] = await passTimeUntil(collect(run([item('1')])));
    assert.deepEqual([result?.ok, result?.attempts, lookedUpSubjects.length], [true, 1, 3]);
  });
});
