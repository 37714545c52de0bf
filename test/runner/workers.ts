import { availableParallelism, cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** How many flows run at once for each core that is idle. A flow waits more than it computes. */
const FLOWS_PER_CORE = 1;

/** How long the cores are watched, in milliseconds. */
const WATCHED_MS = 500;

/**
 * Chooses how many flows run at once: fewer where other programs keep the cores busy, so that no limit of a test has to rise. Call it while
 * nothing of the run itself is running.
 */
export async function chooseWorkers(): Promise<number> {
  const before = idleMs();
  await setTimeout(WATCHED_MS);
  const idleCores = (idleMs() - before) / WATCHED_MS;
  return workersFor(Math.min(idleCores, availableParallelism()));
}

/** How many flows run at once on that many idle cores: at least one. */
export const workersFor = (idleCores: number): number =>
  Math.max(1, Math.round(idleCores * FLOWS_PER_CORE));

const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
