import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves once a process has ended, which it may have done by itself before. Ask before it is made to end, and wait after it. */
export async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
