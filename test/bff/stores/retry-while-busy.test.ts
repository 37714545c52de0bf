import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { retryWhileBusy } from '../../../src/bff/stores/sqlite/retry-while-busy.ts';

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
  };
  return { done, work };
}

describe('work on a file that other processes share', () => {
  for (const errcode of [5, 261, 517]) {
    it(`is done again while SQLite says ${errcode}: another one is at the file`, (context) => {
      const { done, work } = failing(context, 3, failure(errcode));
      retryWhileBusy(work, 1000);
      assert.equal(done.tries, 4);
    });
  }

  it('is given up after some time', (context) => {
    const { done, work } = failing(context, Infinity, failure(5));
    assert.throws(() => retryWhileBusy(work, 30), { errcode: 5 });
    assert.equal(done.tries, 3);
  });

  it('is given up, too, where SQLite has waited by itself', (context) => {
    const { done, work } = failing(context, Infinity, failure(5), 2000);
    assert.throws(() => retryWhileBusy(work, 2000), { errcode: 5 });
    assert.equal(done.tries, 1);
  });

  it('is given up at once where something else is wrong', (context) => {
    for (const error of [failure(14), new Error('something else')]) {
      const { done, work } = failing(context, Infinity, error);
      assert.throws(() => retryWhileBusy(work, 1000), error);
      assert.equal(done.tries, 1);
    }
  });
});
