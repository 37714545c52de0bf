import { setImmediate } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import type { Sleep } from '../../../src/bff/sleep.ts';

/** A clock that stands still, and sleepers who wake when it is moved. */
export interface Time {
  now: () => number;
  /** Returns the time by which the clock was moved; setting it does not count. */
  elapsed: () => number;
  sleep: Sleep;
  advance(milliseconds: number): void;
  /** Sets the clock, which wakes nobody. */
  set(milliseconds: number): void;
  /** Lets time pass, 10 ms a turn, until the promise is settled. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Lets everything go on that does not wait for time. */
  settle(): Promise<void>;
}

/** Noon. */
export const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** How many calls of WebCrypto are at work: on threads of their own, for as long as a busy machine likes. No time passes meanwhile. */
let atWork = 0;

for (const name of ['digest', 'encrypt', 'decrypt', 'importKey', 'sign'] as const) {
  const method = crypto.subtle[name].bind(crypto.subtle) as (...all: unknown[]) => Promise<unknown>;
  const value = (...all: unknown[]) => {
    atWork += 1;
    return method(...all).finally(() => (atWork -= 1));
  };
  Object.defineProperty(crypto.subtle, name, { value });
}

export function standingTime(): Time {
  let nowMs = NOON_MS;
  let elapsedMs = 0;
  const sleepers = new Set<{ untilMs: number; wake: () => void }>();

  function advance(milliseconds: number) {
    nowMs += milliseconds;
    elapsedMs += milliseconds;
    for (const sleeper of [...sleepers]) if (sleeper.untilMs <= elapsedMs) sleeper.wake();
  }

  return {
    now: () => nowMs,
    elapsed: () => elapsedMs,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve();
          return;
        }
        const sleeper = {
          untilMs: elapsedMs + milliseconds,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => sleeper.wake());
      }),
    advance,
    set: (milliseconds) => {
      nowMs = milliseconds;
    },
    async until(promise) {
      const state = { isSettled: false };
      const settled = () => void (state.isSettled = true);
      promise.then(settled, settled);
      await setImmediate();
      while (!state.isSettled) {
        if (!atWork) advance(10);
        await setImmediate();
      }
      return promise;
    },
    async settle() {
      for (let turn = 0; turn < 50; turn += atWork ? 0 : 1) await setImmediate();
    },
  };
}

/** Does `work` while the timers of the runtime pass as fast as they can: nobody waits for a pause. */
export async function hurried<T>(context: TestContext, work: () => Promise<T>): Promise<T> {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { isSettled: false };
  const settled = () => void (state.isSettled = true);
  const result = work();
  result.then(settled, settled);
  while (!state.isSettled) {
    await setImmediate();
    if (!atWork) context.mock.timers.tick(10);
  }
  return result;
}
