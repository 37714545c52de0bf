import { parseArgs } from 'node:util';
import { isVaultError } from '../../protocol/index.ts';
import { ArgumentsError, UsageError } from '../usage-error.ts';
import type { Command, CommandArguments } from './command.ts';
import { linePrinter, PROCESS_CONTEXT, type CommandContext } from './context.ts';

/** Commands under one name. */
export interface Program {
  /** The text that its user types before the name of a command. */
  name: string;
  /** The commands by name, in the order of `--help`. */
  commands: Readonly<Record<string, Command>>;
  /** Name of the command that runs if the parameters name none. Default: the list of the commands is printed. */
  defaultCommand?: string;
  /** Returns further options of a command, and the text that its `--help` adds for them. Default: none. */
  additions?: (name: string) => { options: Command['options']; help: string };
  /** Called before a command runs. @throws UsageError if it cannot run */
  prepare?: (name: string, given: CommandArguments, context: CommandContext) => void;
}

const COLUMN = 31;

/** Runs the command named in `parameters` to its end, and returns the exit code. */
export async function runProgram(
  program: Program,
  parameters: readonly string[],
  context: CommandContext = PROCESS_CONTEXT,
): Promise<number> {
  const { stdout, stderr } = context;
  // A closed output pipe must not stop the process, least of all during a refresh.
  for (const output of [stdout, stderr]) output.on('error', () => undefined);
  const { name, command, rest } = commandIn(program, parameters);
  try {
    if (name === undefined) {
      stdout.write(usageOf(program));
      return 0;
    }
    if (!command) throw new ArgumentsError(`Unknown command "${name}".`);
    return await runCommand(program, name, command, rest, context);
  } catch (error) {
    const print = linePrinter(stderr);
    print(asCalled(program, String(name), sentencesOf(error).join('\n')));
    if (error instanceof ArgumentsError) {
      print(`See "${program.name} ${command ? `${String(name)} ` : ''}--help".`);
    }
    return error instanceof UsageError || isVaultError(error) ? 2 : 1;
  }
}

/** Finds the command in parameters. `name` is `undefined` if the list of the commands is wanted. */
function commandIn(
  { commands, defaultCommand }: Program,
  parameters: readonly string[],
): { name: string | undefined; command: Command | undefined; rest: string[] } {
  const [first, ...others] = parameters;
  const isHelp = first === '--help' || first === '-h';
  const isNamed = first !== undefined && (defaultCommand === undefined || !first.startsWith('-'));
  const name = isHelp ? undefined : isNamed ? first : defaultCommand;
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined;
  return { name, command, rest: isNamed ? others : [...parameters] };
}

async function runCommand(
  program: Program,
  name: string,
  command: Command,
  parameters: string[],
  context: CommandContext,
): Promise<number> {
  const { options, help } = program.additions?.(name) ?? { options: {}, help: '' };
  const given = parseArguments(
    { ...command, options: { ...options, ...command.options } },
    parameters,
  );
  if (given.values.help) {
    context.stdout.write(asCalled(program, name, command.usage) + help);
    return 0;
  }
  program.prepare?.(name, given, context);
  return command.run(given, context);
}

/** Matches the message of Node.js for an option without a value, or with a value that begins with "-". */
const VALUE_MISSING =
  /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/;

/** @throws ArgumentsError if `args` are invalid */
function parseArguments(
  { options, positionals: most = 0 }: Command,
  args: string[],
): CommandArguments {
  try {
    const given = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: most > 0,
    });
    const tooMany = given.positionals[most];
    if (tooMany !== undefined) throw new Error(`Unexpected argument '${tooMany}'.`);
    return given;
  } catch (error) {
    const [sentence = ''] = sentencesOf(error);
    const [, option] = VALUE_MISSING.exec(sentence) ?? [];
    throw new ArgumentsError(
      option === undefined
        ? sentence
        : `${option} needs a value. If the value begins with "-", write ${option}=-….`,
    );
  }
}

/** Returns a text of a command in which the command is called as the program is. */
const asCalled = (program: Program, command: string, text: string) =>
  text.replaceAll(`vaultlink ${command}`, `${program.name} ${command}`);

const usageOf = ({ name, commands }: Program) => `Usage: ${name} COMMAND

${Object.values(commands).map(entryOf).join('')}\
  ${'--help'.padEnd(COLUMN - 2)}this text; see also "${name} COMMAND --help"
`;

function entryOf({ synopsis, summary }: Command): string {
  const lines = summary.map(
    (line, index) => (index ? '' : `  ${synopsis}`).padEnd(COLUMN) + `${line}\n`,
  );
  return lines.join('');
}

/** Returns the sentences that an error tells its user. */
export function sentencesOf(error: unknown): readonly string[] {
  if (isVaultError(error) && error.messages.length) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}
