import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/node/commands.ts';
import type { CommandContext } from '../../src/node/commands/context.ts';

// Node's test runner sets it in a terminal, which the output of a command under test is not.
delete process.env.FORCE_COLOR;

/** A command that a test has called, in its own process or in another one. */
export interface Call {
  printed: { out: string; err: string };
  /** The exit code, or the signal that has ended it. */
  closed: Promise<[number | null, string | null]>;
  /** Sends SIGTERM. */
  stop: () => unknown;
  /** Waits for text on either output. @throws with all that was printed where the command ends before */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** A context for a command, which keeps what it prints. `outputs` emits `text` each time. @param input what the command can read */
export function createContext(env: Readonly<Record<string, string>> = {}, input = '') {
  const printed = { out: '', err: '' };
  const outputs = new EventEmitter();
  const signals = new EventEmitter();
  const outputTo = (name: keyof typeof printed) =>
    new Writable({
      write(text, _, done) {
        printed[name] += String(text);
        outputs.emit('text');
        done();
      },
    });
  const context: CommandContext = {
    env: { ...env },
    stdin: Readable.from([input]),
    stdout: outputTo('out'),
    stderr: outputTo('err'),
    signals,
    exit: () => undefined,
  };
  return { context, printed, outputs, signals };
}

const calls = new Set<Call>();

/** Stops whatever a test has left running. */
export async function stopCalls(): Promise<void> {
  for (const { stop, closed } of calls) {
    stop();
    await closed;
  }
}

/**
 * Runs the `vaultlink` command in the process of the test, which costs little. Use `vaultlink` of `program.ts` for signals, for memory, for secrets in
 * all that a process prints, and where a command has to end by itself.
 */
export function callVaultlink(
  parameters: string[],
  env: Record<string, string> = {},
  input?: string,
): Call {
  const { context, printed, outputs, signals } = createContext(env, input);
  const closed = run(parameters, context).then((code): [number, null] => [code, null]);
  const call: Call = {
    printed,
    closed,
    stop: () => signals.emit('SIGTERM', 'SIGTERM'),
    async says(pattern) {
      const over = closed.then(() => 'over' as const);
      for (let last: unknown; ;) {
        const found = pattern.exec(printed.out) ?? pattern.exec(printed.err);
        if (found) return found;
        if (last === 'over') throw new Error(`It ended: ${printed.out}${printed.err}`);
        last = await Promise.race([once(outputs, 'text'), over]);
      }
    },
  };
  calls.add(call);
  void closed.then(() => calls.delete(call));
  return call;
}
