import { createPauseGate } from '../../bff/push/pause-gate.ts';
import type { PauseGate } from '../../bff/push/pause-gate.ts';
import { sleep } from '../../bff/grants/sleep.ts';
import type { PushQueue } from './queue.ts';

/**
 * A gate that all workers of a queue have together: where the service asks one of them to wait, the queue gives no job to any, and what they have
 * taken waits, too.
 */
export function sharedGate({ pausedMs, pause }: Pick<PushQueue, 'pausedMs' | 'pause'>): PauseGate {
  const time = { now: () => performance.now(), sleep, random: () => Math.random() };
  const own = createPauseGate(time, (milliseconds) => {
    // Where that cannot be told, each worker still finds out by itself.
    pause(milliseconds).catch(() => undefined);
  });
  let looking: Promise<number> | undefined;

  /** Those who ask at the same time share one look. Where Redis cannot tell, the service still does. */
  const look = () =>
    (looking ??= pausedMs()
      .catch(() => 0)
      .finally(() => (looking = undefined)));

  return {
    ...own,
    async pass(signal) {
      for (;;) {
        const pauseCount = await own.pass(signal);
        const restMs = signal.aborted ? 0 : await look();
        if (restMs <= 0) return pauseCount;
        await sleep(restMs, signal);
      }
    },
  };
}
