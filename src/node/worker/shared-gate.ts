import { createPauseGate } from '../../bff/push/pause-gate.ts';
import type { PauseGate } from '../../bff/push/pause-gate.ts';
import { sleep } from '../../bff/sleep.ts';
import type { PushQueue } from './queue.ts';

/**
 * Creates a pause gate that all workers of a queue share. If the service asks one worker to wait, the queue hands out no jobs, and the jobs already
 * taken wait too.
 */
export function sharedGate({ pausedMs, pause }: Pick<PushQueue, 'pausedMs' | 'pause'>): PauseGate {
  const time = { now: () => performance.now(), sleep, random: () => Math.random() };
  const own = createPauseGate(time, (milliseconds) => {
    // Without Redis, each worker still learns of the pause from the service.
    pause(milliseconds).catch(() => undefined);
  });
  let looking: Promise<number> | undefined;

  /** Concurrent callers share one query. If Redis does not respond, the service still enforces the pause. */
  const readPauseMs = () =>
    (looking ??= pausedMs()
      .catch(() => 0)
      .finally(() => (looking = undefined)));

  return {
    ...own,
    async pass(signal) {
      for (;;) {
        const pauseCount = await own.pass(signal);
        const restMs = signal.aborted ? 0 : await readPauseMs();
        if (restMs <= 0) return pauseCount;
        await sleep(restMs, signal);
      }
    },
  };
}
