import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { createBusyQueue } from '../../../src/bff/stores/sqlite/retry-while-busy.ts';

/** An error of SQLite. */
const failure = (errcode: number) => Object.assign(new Error('database'), { errcode });

/** Work that fails so often, and takes as long each time, by a clock that only it moves. */
function failing(context: TestContext, times: number, error: Error, takesMs = 10) {
  let nowMs = 0;
  context.mock.method(performance, 'now', () => nowMs);
  const done = { tries: 0 };
  const work = () => {
    done.tries += 1;
    nowMs += takesMs;
    if (done.tries <= times) throw error;
    return 'done';
  };
  return { done, work };
}

describe('work on a file that other processes share', () => {
  it('is done at once where nobody has locked the file', () => {
    assert.equal(
      createBusyQueue()(() => 'done'),
      'done',
    );
  });

  for (const errcode of [5, 261, 517]) {
    it(`is done again while SQLite says ${errcode}: another one is at the file`, async (context) => {
      const { done, work } = failing(context, 3, failure(errcode));
      assert.equal(await createBusyQueue(1000)(work), 'done');
      assert.equal(done.tries, 4);
    });
  }

  it('is given up after some time', async (context) => {
    const { done, work } = failing(context, Infinity, failure(5));
    await assert.rejects(async () => createBusyQueue(30)(work), { errcode: 5 });
    assert.equal(done.tries, 4);
  });

  it('is given up at once where something else is wrong', async (context) => {
    for (const error of [failure(14), new Error('something else')]) {
      const { done, work } = failing(context, Infinity, error);
      await assert.rejects(async () => createBusyQueue(1000)(work), error);
      assert.equal(done.tries, 1);
    }
  });

  it('waits in a queue in which only the first makes attempts, and keeps its order', async () => {
    const run = createBusyQueue(1e9);
    const lock = { attempts: 0, isHeld: true };
    const tried: string[] = [];
    const order: string[] = [];
    const work = (name: string) => () => {
      lock.attempts += 1;
      tried.push(name);
      if (lock.isHeld) {
        // The lock is released at the fifth attempt.
        lock.isHeld = lock.attempts < 5;
        throw failure(5);
      }
      order.push(name);
    };
    await Promise.all(['a', 'b', 'c'].map(async (name) => run(work(name))));
    assert.deepEqual(order, ['a', 'b', 'c']);
    assert.deepEqual(tried.join(''), 'aaaaaabc');
  });

  it('is done by the next one after work that was given up', async () => {
    const run = createBusyQueue(1e9);
    let isLocked = true;
    const broken = run(() => {
      if (!isLocked) throw failure(14);
      isLocked = false;
      throw failure(5);
    });
    const next = run(() => 'done');
    await assert.rejects(Promise.resolve(broken), { errcode: 14 });
    assert.equal(await next, 'done');
    assert.equal(
      run(() => 'at once'),
      'at once',
    );
  });
});
