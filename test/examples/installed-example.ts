import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { exited } from '../support/exited.ts';
import { freePort } from '../support/free-port.ts';
import { installPackages } from './install-packages.ts';

const run = promisify(execFile);

/** How long `next build` may take on a slow machine. */
const COMMAND_TIMEOUT_MS = 240_000;

/** How long an example may take until it answers its first request, which a development server compiles a page for. */
const START_TIMEOUT_MS = 120_000;

/** Milliseconds between two looks at whether an example listens. */
const POLL_MS = 100;

/** An example in a folder of its own, as a user would have it. */
export interface InstalledExample {
  /** Where it listens once it is started. */
  origin: string;
  /** The scripts of its package.json. */
  scripts: Readonly<Record<string, string>>;
  /** Builds it with these variables, where there is something to build. @throws with what the build has printed */
  build(variables: Record<string, string>): Promise<void>;
  /** Runs a module in its folder, and returns what that prints. */
  evaluate(code: string): Promise<string>;
  /** Starts it with these variables, and waits until it answers. @throws with what it has printed */
  start(variables: Record<string, string>, script?: string): Promise<RunningExample>;
  remove(): void;
}

/** What is used of a package.json. */
interface Manifest {
  scripts: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
}

/** An example that listens. */
export interface RunningExample {
  /** Returns its output so far. */
  printed(): string;
  stop(): Promise<void>;
}

/**
 * Copies an example, without what git ignores, to where its packages are none of ours, and installs the packed package in it.
 *
 * @param versions of packages, by their names, in the place of the example's
 */
export async function installExample(
  source: string,
  archive: string,
  versions: Readonly<Record<string, string>> = {},
): Promise<InstalledExample> {
  const folder = mkdtempSync(join(tmpdir(), `vaultlink-${basename(source)}-`));
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', source];
  const { stdout } = await run('git', listing);
  for (const path of stdout.split('\0').filter((one) => existsSync(one)))
    cpSync(path, join(folder, relative(source, path)));
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const { scripts } = manifest;
  const dependencies = { ...manifest.dependencies, ...versions };
  const text = JSON.stringify({ ...manifest, dependencies });
  writeFileSync(path, text.replace('file:../../..', `file:${archive}`));
  await installPackages(folder, { source, archive, text, env: environment({}) });

  const port = await freePort();
  const listening = { HOST: '127.0.0.1', PORT: String(port) };
  const origin = `http://127.0.0.1:${port}`;

  return {
    origin,
    scripts,
    async build(variables) {
      const options = { cwd: folder, env: environment(variables), timeout: COMMAND_TIMEOUT_MS };
      try {
        await run('npm', ['run', 'build', '--if-present'], options);
      } catch (error) {
        const { message, stdout } = error as Error & { stdout: string };
        throw new Error(`${message}\n${stdout}`, { cause: error });
      }
    },
    async evaluate(code) {
      const parameters = ['--input-type=module', '--eval', code];
      return (await run(process.execPath, parameters, { cwd: folder, env: environment({}) }))
        .stdout;
    },
    async start(variables, script = 'start') {
      const child = spawn('npm', ['run', script], {
        cwd: folder,
        env: environment({ ...listening, ...variables }),
        stdio: ['ignore', 'pipe', 'pipe'],
        // With what it starts: npm does not pass every signal on.
        detached: true,
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (text += String(chunk)));
      const printed = () => text;
      const stop = () => endGroup(child, origin);
      try {
        await waitUntilAnswering(child, origin);
      } catch (error) {
        await stop();
        throw new Error(`${(error as Error).message} It has printed:\n${text}`, { cause: error });
      }
      return { printed, stop };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Ends a process and what it has started, and waits until nobody listens there any more: the next one is given the same port. */
async function endGroup(child: ChildProcess, origin: string): Promise<void> {
  const ended = exited(child);
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
  await ended;
  while (await isAnswering(origin)) await sleep(POLL_MS);
}

async function waitUntilAnswering(child: ChildProcess, origin: string): Promise<void> {
  const lastMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(origin))) {
    if (child.exitCode !== null) throw new Error('The example has ended.');
    if (performance.now() > lastMs) throw new Error(`The example does not listen at ${origin}.`);
    await sleep(POLL_MS);
  }
}

/** Returns whether somebody answers a request, whatever the answer is. */
async function isAnswering(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** The environment of the tests without what would change how Node, npm or the example works. */
function environment(further: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_(OPTIONS|ENV|PATH|TEST.*)$|VAULTLINK_|PORT$|HOST$)/.test(name),
  );
  const path = [dirname(process.execPath), process.env.PATH].join(':');
  const quiet = {
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  };
  return { ...Object.fromEntries(kept), PATH: path, ...quiet, ...further };
}
