import { setFlagsFromString } from 'node:v8';

/** Uses a small young generation and small heap steps. V8 accepts this flag only at startup. */
const SMALL_HEAP = '--optimize-for-size';

/** The parts of `process` that are needed to restart it. */
type Started = Pick<NodeJS.Process, 'execPath' | 'execArgv' | 'argv' | 'env' | 'execve'>;

/**
 * Limits the memory of this process to about what it uses. By default V8 and malloc let it grow to several times that, which does not help here:
 * millions of small objects pass through, with a few hundred alive at a time.
 *
 * Call it first, before any file is open. Where the system supports it, the program restarts within the same process, so that the parent, signals and
 * terminal are not affected.
 */
export function keepMemorySmall(started: Started = process): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const { execPath, execArgv, argv, env } = started;
  if (execArgv.includes(SMALL_HEAP)) return;
  // Otherwise glibc has one heap per thread and returns little memory of them.
  const smallEnv = { MALLOC_ARENA_MAX: '1', ...env };
  try {
    // `execve` is missing on Windows and before Node.js 22.15.
    started.execve?.(execPath, [execPath, SMALL_HEAP, ...execArgv, ...argv.slice(1)], smallEnv);
  } catch {
    // `--permission` can forbid it. Continue without the restart.
  }
}
