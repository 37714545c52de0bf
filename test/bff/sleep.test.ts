import { describe, it } from 'node:test';
import { sleep } from '../../src/bff/sleep.ts';
import { standingTime } from './support/time.ts';

/** Whoever sleeps on must fail a test, not hold up all of them. */
const limit = { timeout: 120_000 };

const kinds = { 'by the timers of the runtime': sleep, 'of tests': standingTime().sleep };

for (const [kind, sleepSo] of Object.entries(kinds)) {
  describe(`a sleep ${kind}`, () => {
    it('ends where it is given up', limit, async (context) => {
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const over = new AbortController();
      const slept = sleepSo(1000, over.signal);
      over.abort();
      await slept;
    });

    it('does not begin where it has been given up before', limit, async (context) => {
      context.mock.timers.enable({ apis: ['setTimeout'] });
      await sleepSo(1000, AbortSignal.abort());
    });
  });
}
