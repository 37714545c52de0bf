import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { installClock } from './install-clock.ts';
import { callOf } from './scripts.ts';

/** The clock and the timers of a page. */
interface ClockedWindow {
  Date: DateConstructor;
  setTimeout: (run: () => void, ms: number) => number;
  setInterval: (run: () => void, ms: number) => number;
  clearTimeout: (id: number) => void;
  [clock: symbol]: { pauseAt: (ms: number) => void; fastForward: (ms: number) => void };
}

const PAUSED_AT_MS = Date.UTC(2030, 0, 1);

/** Returns a window whose clock is paused, as it is sent to a page: as source text. */
function pausedWindow(): { page: ClockedWindow; fastForward: (ms: number) => void } {
  const globals = { setTimeout, clearTimeout };
  const page = createContext({ ...globals, window: undefined }) as ClockedWindow & {
    window: unknown;
  };
  page.window = page;
  page.Date = runInContext('Date', page) as DateConstructor;
  runInContext(callOf(installClock), page);
  const clock = page[Symbol.for('clock')];
  clock?.pauseAt(PAUSED_AT_MS);
  return { page, fastForward: (ms) => clock?.fastForward(ms) };
}

describe('the clock of a page', () => {
  it('stands still after it was paused, and moves when the test moves it', () => {
    const { page, fastForward } = pausedWindow();
    assert.equal(page.Date.now(), PAUSED_AT_MS);
    fastForward(5000);
    assert.equal(page.Date.now(), PAUSED_AT_MS + 5000);
    assert.equal(new page.Date().getTime(), PAUSED_AT_MS + 5000);
  });

  it('runs the timers that are due, in their order, and no others', () => {
    const { page, fastForward } = pausedWindow();
    const runs: string[] = [];
    page.setTimeout(() => runs.push('second'), 2000);
    page.setTimeout(() => runs.push('first'), 1000);
    page.setTimeout(() => runs.push('third'), 3000);
    page.clearTimeout(page.setTimeout(() => runs.push('cleared'), 1000));
    fastForward(2000);
    assert.deepEqual(runs, ['first', 'second']);
  });

  it('runs an interval once each time it is moved', () => {
    const { page, fastForward } = pausedWindow();
    let runs = 0;
    page.setInterval(() => (runs += 1), 1000);
    fastForward(5000);
    fastForward(1000);
    assert.equal(runs, 2);
  });
});
