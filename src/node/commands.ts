import { parseEnv } from 'node:util';
import { check } from './commands/check-command.ts';
import type { Command, CommandArguments } from './commands/command.ts';
import type { CommandContext } from './commands/context.ts';
import { doctor } from './commands/doctor-command.ts';
import { migrate } from './commands/migrate-command.ts';
import { outcomes } from './commands/outcomes-command.ts';
import { runProgram, sentencesOf, type Program } from './commands/program.ts';
import { push } from './commands/push-command.ts';
import { queue } from './commands/queue-command.ts';
import { recipe } from './commands/recipe-command.ts';
import { reseal } from './commands/reseal-command.ts';
import { sandbox } from './commands/sandbox-command.ts';
import { serve } from './commands/serve-command.ts';
import { worker } from './commands/worker-command.ts';
import { helpOfVariables } from './config/help.ts';
import { readTextFile } from './config/read-text-file.ts';
import { readVariables } from './config/read-variables.ts';
import { installAdvice, missingOf, packagesOf } from './packages.ts';
import { UsageError } from './usage-error.ts';

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

const VAULTLINK: Program = {
  name: 'vaultlink',
  commands: COMMANDS,
  additions(name) {
    const help = helpOfVariables(name);
    return { options: help ? ENVIRONMENT_OPTIONS : {}, help };
  },
  prepare(name, given, { env }) {
    if (helpOfVariables(name)) loadVariables(given.values.env, env);
    assertInstalled(name, given, env);
  },
};

/** Runs the command named in `parameters` to its end, and returns the exit code. */
export const run = (parameters: readonly string[], context?: CommandContext): Promise<number> =>
  runProgram(VAULTLINK, parameters, context);

/** An option of each command that reads variables. Its name is not `--env-file`, because Node.js would consume that option. */
const ENVIRONMENT_OPTIONS: Command['options'] = { env: { type: 'string' } };

/** Loads variables from a file. Variables that are already set keep their values. */
function loadVariables(file: unknown, env: CommandContext['env']): void {
  if (typeof file !== 'string') return;
  try {
    for (const [name, value] of Object.entries(parseEnv(readTextFile(file)))) {
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
