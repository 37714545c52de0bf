import type { PushQueue } from './queue.ts';

/** Interval of the checks for a worker. */
const INTERVAL_MS = 5000;

/** Number of failed checks before the queue counts as unattended: a restarting worker is missing for a moment. */
const MAX_MISSED = 2;

/**
 * Reports when the queue has no worker, and when one appears.
 *
 * @param say shows a sentence to the user
 * @returns stops watching
 */
export function watchWorkers(
  { name, isUnattended }: Pick<PushQueue, 'name' | 'isUnattended'>,
  say: (sentence: string) => void,
): () => void {
  // Before the first worker appears, report after one check.
  let missed = MAX_MISSED - 1;
  let isSaid = false;
  let isEnded = false;

  async function checkWorkers(): Promise<void> {
    const isMissing = await isUnattended();
    if (isEnded) return;
    missed = isMissing ? missed + 1 : 0;
    if (isMissing && !isSaid && missed >= MAX_MISSED) {
      isSaid = true;
      say(
        `No worker is running. The lines wait in the queue. Start "vaultlink worker" on any machine, with the same Redis and the same queue ("${name}").`,
      );
    }
    if (!isMissing && isSaid) {
      isSaid = false;
      say('A worker is now taking lines.');
    }
  }

  void checkWorkers();
  const timer = setInterval(() => void checkWorkers(), INTERVAL_MS);
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
