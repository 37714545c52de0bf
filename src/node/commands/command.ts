import type { ParseArgsOptionsConfig } from 'node:util';
import type { CommandContext } from './context.ts';

/** A command of `vaultlink`. */
export interface Command {
  /** Name and parameters for the list of commands, at most 28 characters. */
  synopsis: string;
  /** Description for the list of commands, in lines. */
  summary: readonly string[];
  /** The text of `--help`. */
  usage: string;
  /** Options besides `--help`, for `parseArgs`. */
  options: ParseArgsOptionsConfig;
  /** Maximum number of positional arguments, such as paths. Default: 0. */
  positionals?: number;
  /**
   * Runs the command to its end, and returns the exit code.
   *
   * @throws UsageError if the user can correct the arguments
   * @throws VaultError `configuration_error` if the operator can correct the configuration
   */
  run(given: CommandArguments, context: CommandContext): Promise<number>;
}

/** The parsed arguments of a command. */
export interface CommandArguments {
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  positionals: readonly string[];
}
