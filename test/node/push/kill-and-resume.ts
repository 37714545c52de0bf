import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PROGRAM_VARIABLES } from '../program.ts';
import { resultsIn, settingsFor } from './files.ts';
import type { Arrived } from './counting-service.ts';

/** A run that is killed and called again until it is done. */
export interface KillOptions {
  /** The `vaultlink` command, and parameters of Node for it. */
  cli: readonly string[];
  serviceOrigin: string;
  storePath: string;
  answersPath: string;
  resultsPath: string;
  lines: number;
  concurrency: number;
  kills: number;
  /** Told of each process that has ended. */
  onEnd?: (text: string) => void;
}

/** What came of it. */
export interface KillReport {
  /** How often it was killed before it was done. */
  kills: number;
  /** Lines that never arrived. */
  lost: number;
  /** Lines that arrived more than once. */
  arrivedTwice: number;
  /** Lines whose result says so. */
  marked: number;
  /** Lines that arrived more than once, and whose result does not say so. */
  unmarked: number;
  /** Lines without a last result that is ok. */
  notOk: number;
  /** The most memory that any of the processes has used, in bytes; 0 where the system does not tell. */
  peakBytes: number;
}

/**
 * Calls `vaultlink push`, kills it with SIGKILL once a random number of lines have arrived, and calls it again; at last it may end.
 *
 * @throws where it ends in another way than it should
 */
export async function killAndResume(options: KillOptions): Promise<KillReport> {
  const { cli, serviceOrigin, storePath, answersPath, resultsPath, lines, concurrency } = options;
  const ask = async (path: string): Promise<unknown> => (await fetch(serviceOrigin + path)).json();
  const env = { ...PROGRAM_VARIABLES, ...settingsFor(serviceOrigin, storePath) };
  const parameters = ['--packet', 'packet-1', '--concurrency', String(concurrency)];
  let kills = 0;
  let peakBytes = 0;

  for (;;) {
    const child = spawn(
      process.execPath,
      [...cli, 'push', ...parameters, '--results', resultsPath, answersPath],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const closed = once(child, 'close') as Promise<[number | null, string | null]>;
    let printed = '';
    child.stdout.on('data', (text) => (printed += String(text)));
    child.stderr.on('data', (text) => (printed += String(text)));
    if (kills < options.kills) {
      const { total } = (await ask('/arrived')) as Arrived;
      // In the middle of sending; some while it has hardly begun.
      const share = Math.random() < 0.2 ? 0 : (2 * Math.random() * lines) / (options.kills + 1);
      const reached = ask(`/after/${Math.min(total + Math.ceil(share), lines - 1)}`);
      await Promise.race([reached, closed]);
      peakBytes = Math.max(peakBytes, peakOf(child.pid));
      child.kill('SIGKILL');
    }
    const watched = setInterval(() => (peakBytes = Math.max(peakBytes, peakOf(child.pid))), 500);
    const [code, signal] = await closed;
    await ask('/go-on');
    clearInterval(watched);
    options.onEnd?.(`${String(code ?? signal)} ${printed}`);
    if (signal === 'SIGKILL') kills += 1;
    else if (code === 0) break;
    else throw new Error(`It ended with ${String(code)}: ${printed}`);
  }
  return { kills, peakBytes, ...(await compared(options, (await ask('/arrived')) as Arrived)) };
}

async function compared({ lines, resultsPath }: KillOptions, arrived: Arrived) {
  const isOk = new Uint8Array(lines + 1);
  const isMarked = new Uint8Array(lines + 1);
  for await (const { line, ok, repeated } of resultsIn(resultsPath)) {
    isOk[line] = ok ? 1 : 0;
    isMarked[line] = repeated ? 1 : 0;
  }
  const countOf = (flags: Uint8Array) => flags.reduce((sum, one) => sum + one, 0);
  return {
    lost: arrived.missing,
    arrivedTwice: arrived.repeated.length,
    marked: countOf(isMarked),
    unmarked: arrived.repeated.filter((line) => !isMarked[line]).length,
    notOk: lines - countOf(isOk),
  };
}

/** The most memory that a process has used, in bytes. @see proc(5) */
function peakOf(pid = 0): number {
  try {
    const [, kilobytes = '0'] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
