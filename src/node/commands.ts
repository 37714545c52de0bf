import { parseArgs } from 'node:util';
import { createSandbox } from '../sandbox/index.ts';
import { isVaultError } from '../protocol/index.ts';
import { MAKE_A_KEY, readEnvironment } from './environment.ts';
import { listen } from './listener.ts';
import { serve } from './serve.ts';
import { SECRET_NAMES, VARIABLES } from './variables.ts';

const SANDBOX_PORT = 4800;

const USAGE = `Usage: vaultlink COMMAND

  serve                        runs the backend for the front end (BFF): it holds the
                               client secret and the tokens, so that no browser does
  sandbox [--port N] [--host]  runs a stand-in for the service, to play with and for tests
  --help                       this text; "vaultlink COMMAND --help" says more
`;

const SERVE_USAGE = `Usage: vaultlink serve

Runs the backend for the front end below /vault. It reads these variables:

${Object.entries(VARIABLES)
  .map(([name, meaning]) => `  ${name.padEnd(26)} ${meaning}`)
  .join('\n')}

${SECRET_NAMES.join(', ')}: each may come from a file,
which the same name with _FILE behind it leads to.
A key: ${MAKE_A_KEY}
SIGTERM lets what is in flight come to its end.
`;

const SANDBOX_USAGE = `Usage: vaultlink sandbox [--port N] [--host ADDRESS]

Runs a stand-in for the service, in memory. It shows tokens and secrets on purpose.

  --port N         port to listen on; 0: a free one (default: ${SANDBOX_PORT})
  --host ADDRESS   address to listen on (default: 127.0.0.1, this machine alone)
`;

/** What a person can mend: it is said in one line each, and the command ends with code 2. */
class UsageError extends Error {}

/** Runs the command that `parameters` name, and sets the exit code where it fails. */
export async function run(parameters: readonly string[]): Promise<void> {
  const [command, ...rest] = parameters;
  try {
    if (command === 'serve') await runServe(rest);
    else if (command === 'sandbox') await runSandbox(rest);
    else if (command === undefined || command === '--help' || command === '-h') print(USAGE);
    else throw new UsageError(`There is no command "${command}".\n\n${USAGE}`);
  } catch (error) {
    process.exitCode = error instanceof UsageError || isVaultError(error) ? 2 : 1;
    console.error(sentencesOf(error).join('\n'));
  }
}

async function runServe(parameters: string[]): Promise<void> {
  const { help } = flagsOf(parameters, {}, SERVE_USAGE);
  if (help) {
    print(SERVE_USAGE);
    return;
  }
  // Whoever read the log may go away: that ends no refresh.
  process.stderr.on('error', () => undefined);
  const backend = await serve(readEnvironment(process.env), {
    log: (text) => process.stderr.write(text),
  });
  console.log(`listening on ${backend.origin}`);
  endWith(() => backend.close());
}

async function runSandbox(parameters: string[]): Promise<void> {
  const options = { port: { type: 'string' }, host: { type: 'string' } } as const;
  const { help, port = String(SANDBOX_PORT), host } = flagsOf(parameters, options, SANDBOX_USAGE);
  if (help) {
    print(SANDBOX_USAGE);
    return;
  }
  if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535.\n\n${SANDBOX_USAGE}`);
  }
  const sandbox = createSandbox();
  const listener = await listen((request) => sandbox.fetch(request), {
    port: Number(port),
    ...(typeof host === 'string' && { hostname: host }),
  });
  console.log(`listening on ${listener.origin}`);
  console.log('It shows tokens and secrets on purpose: keep it on this machine.');
  endWith(() => {
    sandbox.close();
    return listener.close();
  });
}

function flagsOf(
  args: string[],
  options: Readonly<Record<string, { type: 'string' }>>,
  usage: string,
): Record<string, string | boolean | undefined> {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch (error) {
    throw new UsageError(`${sentencesOf(error).join(' ')}\n\n${usage}`);
  }
}

/** Ends the process on the first signal, once all is done; a second signal ends it at once. */
function endWith(close: () => Promise<void>): void {
  const stop = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function sentencesOf(error: unknown): readonly string[] {
  if (isVaultError(error) && error.messages.length) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}

const print = (text: string): void => void process.stdout.write(text);
