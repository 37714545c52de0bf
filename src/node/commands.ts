import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { isVaultError } from '../protocol/index.ts';
import { check } from './commands/check-command.ts';
import type { Command, CommandArguments } from './commands/command.ts';
import { linePrinter, PROCESS_CONTEXT, type CommandContext } from './commands/context.ts';
import { doctor } from './commands/doctor-command.ts';
import { migrate } from './commands/migrate-command.ts';
import { outcomes } from './commands/outcomes-command.ts';
import { push } from './commands/push-command.ts';
import { queue } from './commands/queue-command.ts';
import { recipe } from './commands/recipe-command.ts';
import { reseal } from './commands/reseal-command.ts';
import { sandbox } from './commands/sandbox-command.ts';
import { serve } from './commands/serve-command.ts';
import { worker } from './commands/worker-command.ts';
import { helpOfVariables } from './config/help.ts';
import { readVariables } from './config/read-variables.ts';
import { installAdvice, missingOf, packagesOf } from './packages.ts';
import { ArgumentsError, UsageError } from './usage-error.ts';

/** The commands by name, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  push,
  worker,
  queue,
  outcomes,
  doctor,
  check,
  migrate,
  reseal,
  recipe,
  sandbox,
};

const COLUMN = 31;

const USAGE = `Usage: vaultlink COMMAND

${Object.values(COMMANDS).map(entryOf).join('')}\
  ${'--help'.padEnd(COLUMN - 2)}this text; see also "vaultlink COMMAND --help"
`;

/** Runs the command named in `parameters` to its end, and returns the exit code. */
export async function run(
  parameters: readonly string[],
  context: CommandContext = PROCESS_CONTEXT,
): Promise<number> {
  const { stdout, stderr } = context;
  // A closed output pipe must not stop the process, least of all during a refresh.
  for (const output of [stdout, stderr]) output.on('error', () => undefined);
  const [name, ...rest] = parameters;
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name ?? ''] : undefined;
  try {
    if (name !== undefined && name !== '--help' && name !== '-h') {
      if (command) return await runCommand(name, command, rest, context);
      throw new ArgumentsError(`Unknown command "${name}".`);
    }
    stdout.write(USAGE);
    return 0;
  } catch (error) {
    const print = linePrinter(stderr);
    print(sentencesOf(error).join('\n'));
    if (error instanceof ArgumentsError) {
      print(`See "vaultlink ${command ? `${name} ` : ''}--help".`);
    }
    return error instanceof UsageError || isVaultError(error) ? 2 : 1;
  }
}

async function runCommand(
  name: string,
  command: Command,
  parameters: string[],
  context: CommandContext,
): Promise<number> {
  const help = helpOfVariables(name);
  const options = { ...(help && ENVIRONMENT_OPTIONS), ...command.options };
  const given = parseArguments({ ...command, options }, parameters);
  if (given.values.help) {
    context.stdout.write(command.usage + help);
    return 0;
  }
  if (help) loadVariables(given.values.env, context.env);
  assertInstalled(name, given, context.env);
  return command.run(given, context);
}

/** An option of each command that reads variables. Its name is not `--env-file`, because Node.js would consume that option. */
const ENVIRONMENT_OPTIONS: Command['options'] = { env: { type: 'string' } };

/** Loads variables from a file. Variables that are already set keep their values. */
function loadVariables(file: unknown, env: CommandContext['env']): void {
  if (typeof file !== 'string') return;
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
      env[name] ??= value;
    }
  } catch (error) {
    throw new UsageError(`--env ${file}: ${sentencesOf(error).join(' ')}`);
  }
}

/** @throws UsageError if a package is missing that the command needs */
function assertInstalled(
  name: string,
  { values }: CommandArguments,
  env: CommandContext['env'],
): void {
  // The command itself reports invalid variables.
  const {
    VAULTLINK_STORE: store,
    VAULTLINK_OUTBOX: outbox,
    VAULTLINK_SUBJECT_JWT_HEADER: header,
  } = readVariables(env).values;
  const use = {
    store: store?.kind,
    outbox: outbox?.kind,
    queue: values.queue === true,
    assertion: header !== undefined,
  };
  const missing = missingOf(packagesOf(name, use));
  if (missing.length) {
    throw new UsageError(installAdvice(name, missing, env.npm_config_user_agent));
  }
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

function entryOf({ synopsis, summary }: Command): string {
  const lines = summary.map(
    (line, index) => (index ? '' : `  ${synopsis}`).padEnd(COLUMN) + `${line}\n`,
  );
  return lines.join('');
}

function sentencesOf(error: unknown): readonly string[] {
  if (isVaultError(error) && error.messages.length) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}
