import type { Writable } from 'node:stream';
import { inspect } from 'node:util';

/** An output of a command. */
export type Output = Writable & { isTTY?: boolean };

type SignalListener = (signal: NodeJS.Signals) => void;

/** Emits SIGINT and SIGTERM. */
interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: SignalListener): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: SignalListener): unknown;
}

/** The parts of its process that a command uses. */
export interface CommandContext {
  /** Environment variables. `--env` adds to them. */
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array | string>;
  stdout: Output;
  stderr: Output;
  signals: SignalSource;
  /** Ends the process, whatever keeps it alive. */
  exit: (code: number) => void;
}

/** The context of a command that has the process to itself. */
export const PROCESS_CONTEXT: CommandContext = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  exit: (code) => process.exit(code),
};

/** Returns a function that prints lines. */
export const linePrinter =
  (output: Output) =>
  (text: string): void =>
    void output.write(`${text}\n`);

/** The end of a command that otherwise runs forever. */
export interface Ending {
  /** Ends the command. Has no effect if it is ending already. */
  begin(exitCode: number): void;
  /** Settles when the command has ended. It is 1 if `close` failed. */
  exitCode: Promise<number>;
}

/**
 * Ends a command on SIGINT, SIGTERM or `begin()`: runs `close`, then ends the process, even if a connection is still open. A second signal ends the
 * process immediately.
 */
export function createEnding(
  { signals, stderr, exit }: CommandContext,
  close: (signal?: NodeJS.Signals) => Promise<void>,
): Ending {
  let hasBegun = false;
  let settle: (exitCode: number) => void;
  const exitCode = new Promise<number>((resolve) => (settle = resolve));
  async function end(wanted: number, signal?: NodeJS.Signals): Promise<void> {
    if (hasBegun) return;
    hasBegun = true;
    let code = wanted;
    try {
      await close(signal);
    } catch (error) {
      linePrinter(stderr)(inspect(error));
      code = 1;
    }
    exit(code);
    settle(code);
  }
  const onSignal = (signal: NodeJS.Signals) => {
    signals.off('SIGINT', onSignal);
    signals.off('SIGTERM', onSignal);
    void end(0, signal);
  };
  signals.on('SIGINT', onSignal);
  signals.on('SIGTERM', onSignal);
  return { begin: (code) => void end(code), exitCode };
}
