import { setFlagsFromString } from 'node:v8';

/** Little room for young objects, and small steps for the heap; V8 hears of the first only when it starts. */
const SMALL_HEAP = '--optimize-for-size';

/** The part of a process that has to do with how it was started. */
type Started = Pick<NodeJS.Process, 'execPath' | 'execArgv' | 'argv' | 'env' | 'execve'>;

/**
 * Keeps the memory of this process close to what is in it. V8 and malloc would rather let it grow to several times that before they clean up, which
 * is no use where millions of small things come and go and a few hundred are there at a time. To be called before there is much, and before anything
 * is open: where the system can, the program starts anew in this same process, as who waits for it and sends it signals does not notice.
 */
export function keepMemorySmall(started: Started = process): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const { execPath, execArgv, argv, env } = started;
  if (execArgv.includes(SMALL_HEAP)) return;
  // glibc has a heap for each thread otherwise, and gives little of them back.
  const smallEnv = { MALLOC_ARENA_MAX: '1', ...env };
  try {
    // Not on Windows, nor before Node.js 22.15.
    started.execve?.(execPath, [execPath, SMALL_HEAP, ...execArgv, ...argv.slice(1)], smallEnv);
  } catch {
    // It may not where `--permission` says so: then it goes on as it is.
  }
}
