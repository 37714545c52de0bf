import type { PushQueue } from './queue.ts';

/** How often it is looked whether a worker is there. */
const INTERVAL_MS = 5000;

/** Without a worker in so many looks, there is none: one that starts anew is gone for a moment. */
const MOST_MISSED = 2;

/**
 * Says when no worker takes lines from the queue, and when one comes.
 *
 * @param say shows a sentence to the person who waits
 * @returns ends it
 */
export function watchWorkers(
  { name, isUnattended }: Pick<PushQueue, 'name' | 'isUnattended'>,
  say: (sentence: string) => void,
): () => void {
  // A worker that was never seen is not waited for before that is said.
  let missed = MOST_MISSED - 1;
  let isSaid = false;
  let isEnded = false;

  async function look(): Promise<void> {
    const isMissing = await isUnattended();
    if (isEnded) return;
    missed = isMissing ? missed + 1 : 0;
    if (isMissing && !isSaid && missed >= MOST_MISSED) {
      isSaid = true;
      say(
        `No worker is there yet: start "vaultlink worker" on any machine. It must take lines from the same Redis and the same queue ("${name}"). The lines wait.`,
      );
    }
    if (!isMissing && isSaid) {
      isSaid = false;
      say('A worker takes lines now.');
    }
  }

  void look();
  const timer = setInterval(() => void look(), INTERVAL_MS);
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
