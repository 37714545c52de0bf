import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patiently } from '../../../src/bff/grants/patiently.ts';

/** An error of SQLite. */
const failure = (errcode: number) => Object.assign(new Error('database'), { errcode });

/** Work that fails so often. */
function failing(times: number, error: Error) {
  const done = { tries: 0 };
  const work = () => {
    done.tries += 1;
    if (done.tries <= times) throw error;
  };
  return { done, work };
}

describe('work on a file that other processes share', () => {
  it('is done again while another one is at the file, whatever else SQLite says of that', () => {
    for (const errcode of [5, 261, 517]) {
      const { done, work } = failing(3, failure(errcode));
      patiently(work, 1000);
      assert.equal(done.tries, 4);
    }
  });

  it('is given up after some time', () => {
    const { done, work } = failing(Infinity, failure(5));
    assert.throws(() => patiently(work, 30), { errcode: 5 });
    assert.ok(done.tries > 1 && done.tries < 5, `${done.tries} tries`);
  });

  it('is given up, too, where SQLite has waited by itself', () => {
    const { done, work } = failing(Infinity, failure(5));
    const slow = () => {
      const endMs = performance.now() + 20;
      while (performance.now() < endMs);
      work();
    };
    assert.throws(() => patiently(slow, 10), { errcode: 5 });
    assert.equal(done.tries, 1);
  });

  it('is given up at once where something else is wrong', () => {
    for (const error of [failure(14), new Error('something else')]) {
      const { done, work } = failing(Infinity, error);
      assert.throws(() => patiently(work, 1000), error);
      assert.equal(done.tries, 1);
    }
  });
});
