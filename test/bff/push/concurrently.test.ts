import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { concurrently } from '../../../src/bff/push/concurrently.ts';
import { tries } from '../../support/fuzz.ts';
import { createSignal } from '../../support/signal.ts';
import { collect } from './setup.ts';

const { signal } = new AbortController();

/** Waits for so many turns of the event loop. */
async function turns(count = 0) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Lets everything go on that waits for nothing. */
const settle = () => turns(20);

/** Counts what is read, and what is worked on. */
function counted(total = Infinity) {
  const count = { read: 0, working: 0, most: 0, outstanding: 0, mostOutstanding: 0 };
  function* items() {
    while (count.read < total) {
      count.read += 1;
      count.outstanding += 1;
      count.mostOutstanding = Math.max(count.mostOutstanding, count.outstanding);
      yield count.read;
    }
  }
  async function work(item: number) {
    count.working += 1;
    count.most = Math.max(count.most, count.working);
    await new Promise(setImmediate);
    count.working -= 1;
    return item;
  }
  return { count, items, work };
}

describe('working concurrently', () => {
  it('works on as many items as it may, and on no more', async () => {
    const { count, items, work } = counted(200);
    const results = await collect(concurrently(items(), work, { concurrency: 7, signal }));
    assert.equal(results.length, 200);
    assert.deepEqual([count.read, count.most], [200, 7]);
  });

  it('reads nothing before a result is asked for', async () => {
    const { count, items, work } = counted();
    concurrently(items(), work, { concurrency: 3, signal });
    await settle();
    assert.equal(count.read, 0);
  });

  it('reads no further while nobody takes results', async () => {
    const { count, items, work } = counted();
    const results = concurrently(items(), work, { concurrency: 5, signal });
    await results.next();
    await settle();
    // One has been taken, ten wait.
    assert.equal(count.read, 11);
    await results.next();
    await settle();
    assert.equal(count.read, 12);
    await results.return();
  });

  it('keeps the same few items in memory, however many there are', async () => {
    const { count, items, work } = counted(20_000);
    let sum = 0;
    for await (const item of concurrently(items(), work, { concurrency: 8, signal })) {
      sum += item;
      count.outstanding -= 1;
    }
    assert.equal(sum, (20_000 * 20_001) / 2);
    assert(count.mostOutstanding <= 17, String(count.mostOutstanding));
  });

  it('gives each item to work once and each result once, whatever takes how long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
        async (turnsOfWork, concurrency, turnsOfTaking) => {
          const worked: number[] = [];
          const work = async (index: number) => {
            worked.push(index);
            await turns(turnsOfWork[index]);
            return index;
          };
          const taken: number[] = [];
          const results = concurrently(turnsOfWork.keys(), work, { concurrency, signal });
          for await (const result of results) {
            taken.push(result);
            await turns(turnsOfTaking[taken.length % turnsOfTaking.length]);
          }
          const every = [...turnsOfWork.keys()];
          assert.deepEqual(worked, every);
          assert.deepEqual(
            taken.sort((a, b) => a - b),
            every,
          );
        },
      ),
      tries(200),
    );
  });

  it('throws what the items throw, after the results of those that were read', async () => {
    function* items() {
      yield 1;
      yield 2;
      throw new RangeError('The file is gone.');
    }
    const held = createSignal();
    const work = async (item: number) => {
      await held.promise;
      return item;
    };
    const taken: number[] = [];
    async function take() {
      for await (const one of concurrently(items(), work, { concurrency: 4, signal })) {
        taken.push(one);
      }
    }
    const done = take();
    await settle();
    held.resolve();
    await assert.rejects(done, RangeError);
    assert.deepEqual(taken, [1, 2]);
  });

  it('gives the result of each item that was given to work, whenever it is stopped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ reading: fc.nat(3), working: fc.nat(3) }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(12),
        async (turnsOf, concurrency, turnsBeforeStop) => {
          const stopping = new AbortController();
          async function* items() {
            for (const [index, { reading }] of turnsOf.entries()) {
              await turns(reading);
              yield index;
            }
          }
          const worked: number[] = [];
          const work = async (index: number) => {
            worked.push(index);
            await turns(turnsOf[index]?.working);
            return index;
          };
          void turns(turnsBeforeStop).then(() => stopping.abort());
          const options = { concurrency, signal: stopping.signal };
          const taken = await collect(concurrently(items(), work, options));
          await settle();
          assert.deepEqual(new Set(taken), new Set(worked));
        },
      ),
      tries(200),
    );
  });

  it('tells the items that no more are wanted, also where they think ill of it', async () => {
    let isTold = false;
    function* items() {
      try {
        for (let item = 0; ; item += 1) yield item;
      } finally {
        isTold = true;
        throw new Error('It is not done.');
      }
    }
    const work = (one: number) => Promise.resolve(one);
    const results = concurrently(items(), work, { concurrency: 2, signal });
    await results.next();
    await results.return();
    assert(isTold);
  });

  it('tells those at work that nobody waits for more', async () => {
    const told: number[] = [];
    const work = (item: number, stopped: AbortSignal) =>
      new Promise<number>((resolve) => {
        if (item === 0) resolve(item);
        stopped.addEventListener('abort', () => {
          told.push(item);
          resolve(item);
        });
      });
    const results = concurrently([0, 1, 2], work, { concurrency: 3, signal });
    await results.next();
    await results.return();
    assert.deepEqual(told, [0, 1, 2]);
  });
});
