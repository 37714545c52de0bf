import { availableParallelism, cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** How many flows, or files of tests on Node, run at once for each core that is idle. Files wait for the programs and databases that they start. */
const WORKERS_PER_CORE = { flows: 1, node: 2 };

/** How long the cores are watched, in milliseconds. */
const WATCHED_MS = 500;

/**
 * Chooses how many of them run at once: fewer where other programs keep the cores busy, so that no limit of a test has to rise. Call it while
 * nothing of the run itself is running.
 */
export async function chooseWorkers(runner: keyof typeof WORKERS_PER_CORE): Promise<number> {
  const before = idleMs();
  await setTimeout(WATCHED_MS);
  const idleCores = (idleMs() - before) / WATCHED_MS;
  return workersFor(Math.min(idleCores, availableParallelism()), WORKERS_PER_CORE[runner]);
}

/** Returns how many run at once on that many idle cores: at least one. */
export const workersFor = (idleCores: number, perCore: number): number =>
  Math.max(1, Math.round(idleCores * perCore));

const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
