import type { ParseArgsOptionsConfig } from 'node:util';

/** A command of `vaultlink`. */
export interface Command {
  /** How it is called, behind `vaultlink`, for the list of commands: at most 28 characters. */
  synopsis: string;
  /** What it does: lines for the list of commands. */
  summary: readonly string[];
  /** What `--help` prints. */
  usage: string;
  /** Its options besides `--help`, as `parseArgs` takes them. */
  options: ParseArgsOptionsConfig;
  /** How many words without a name it takes, such as paths. Default: 0. */
  positionals?: number;
  /**
   * Does it. May set `process.exitCode`.
   *
   * @throws UsageError where a person can mend how it was called
   * @throws VaultError `configuration_error` where a person can mend how it is set up
   */
  run(call: CommandCall): Promise<void>;
}

/** How a command was called. */
export interface CommandCall {
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  positionals: readonly string[];
}

/** What a person can mend: it is said in one line each, and the command ends with code 2. */
export class UsageError extends Error {}

/** Ends the process on the first signal, once all is done; a second signal ends it at once. */
export function endWith(close: (signal: NodeJS.Signals) => Promise<void>): void {
  const stop = (signal: NodeJS.Signals) => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void close(signal).then(() => process.exit());
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
