import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exited } from '../support/exited.ts';
import { freePort } from '../support/free-port.ts';
import { stepsOf } from './steps.ts';

/** A reader who has followed a page up to the point where a person uses a browser. */
export interface Walk {
  /** Returns a text of the page with the ports of this walk. */
  here(text: string): string;
  /** Runs commands in the reader's folder, and returns what they print. @throws where they fail */
  run(commands: string): Promise<string>;
  /** Starts a program that goes on running, and waits until it listens. */
  start(commands: string): Promise<void>;
  /** Replaces a text in a file of the reader's folder. */
  edit(path: string, from: string, to: string): void;
  /** Ends the program whose command has this text in it, as Ctrl-C does. */
  stop(command: string): Promise<void>;
  /** Returns the output of all programs. */
  printed(): string;
  end(): Promise<void>;
}

/** The ports on the pages. A walk replaces them by free ones, so that several walks can run at a time. */
const PORTS = ['3000', '3001', '3002', '4800', '5173', '6379', '8080', '8443'];

/** What each program prints once it listens. */
const IS_LISTENING = /https?:\/\/|listening|Ready to accept connections/i;

/** How long an installation, or the start of a program, may take on a slow machine. */
const LIMIT_MS = 240_000;

/** The sandbox and the backends need none of the variables of the process that runs the tests. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_(OPTIONS|ENV|PATH|TEST.*)|VAULTLINK_.*|PORT|HOST)$/.test(name),
  );
  const path = [dirname(process.execPath), process.env.PATH].join(':');
  return { ...Object.fromEntries(kept), PATH: path, npm_config_prefer_offline: 'true' };
}

/** Sends a signal to a program and to what it has started. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** Copies the files of a release as the reader does in step 0: the sandbox, and the files of the tag into a folder of the site. */
function copyByHand(markdown: string, folder: string): void {
  if (markdown.includes('copy `sandbox.mjs` into it'))
    cpSync('dist/sandbox.mjs', join(folder, 'sandbox.mjs'));
  const [, site] = /Make a folder `([^`]+)` in it, and copy `vaultlink\.js`/.exec(markdown) ?? [];
  if (site === undefined) return;
  for (const file of readdirSync('dist').filter((name) => /^vaultlink.*\.js$/.test(name)))
    cpSync(join('dist', file), join(folder, site, file));
}

/**
 * Follows a page in an empty folder, with the packed package beside it, exactly as it is written but for the ports.
 *
 * @param archive of the packed package
 */
export async function walkPage(markdown: string, archive: string): Promise<Walk> {
  const parent = mkdtempSync(join(tmpdir(), 'vaultlink-start-'));
  const folder = join(parent, 'survey');
  for (const name of ['vaultlink', 'survey']) mkdirSync(join(parent, name));
  cpSync(archive, join(parent, 'vaultlink', basename(archive)));
  copyByHand(markdown, folder);

  const ports = new Map<string, string>();
  for (const port of PORTS) ports.set(port, String(await freePort()));
  const here = (text: string) =>
    text
      .replace(/\b\d{4}\b/g, (number) => ports.get(number) ?? number)
      // The default port of the sandbox is written in no command.
      .replace(/(vaultlink sandbox|node sandbox\.mjs)/g, `$1 --port ${ports.get('4800')}`);

  const programs: { commands: string; child: ChildProcess }[] = [];
  let text = '';
  const open = (commands: string) => {
    const child = spawn('bash', ['-euc', here(commands)], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // With what it starts: npx does not pass every signal on.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (text += String(chunk)));
    return child;
  };

  const run = async (commands: string) => {
    const child = open(commands);
    const limit = setTimeout(signalGroup, LIMIT_MS, child, 'SIGKILL');
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    await exited(child);
    clearTimeout(limit);
    if (child.exitCode !== 0) throw new Error(`${commands} failed. All that was printed:\n${text}`);
    return printed;
  };

  const start = (commands: string) => {
    const child = open(commands);
    programs.push({ commands, child });
    const limit = setTimeout(signalGroup, LIMIT_MS, child, 'SIGKILL');
    return new Promise<void>((resolve, reject) => {
      let printed = '';
      // A proxy prints nothing.
      if (/^nginx/m.test(commands)) resolve();
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += String(chunk);
          if (IS_LISTENING.test(printed)) resolve();
        });
      child.once('exit', () => {
        reject(new Error(`${commands} has ended. All that was printed:\n${text}`));
      });
    }).finally(() => {
      clearTimeout(limit);
    });
  };

  const endProgram = async ({ child }: { child: ChildProcess }, signal: NodeJS.Signals) => {
    const ended = exited(child);
    signalGroup(child, signal);
    await ended;
  };

  const walk: Walk = {
    here,
    run,
    start,
    edit(path, from, to) {
      const text = readFileSync(join(folder, path), 'utf8');
      if (!text.includes(here(from))) throw new Error(`${path} has no ${from}`);
      writeFileSync(join(folder, path), text.replace(here(from), here(to)));
    },
    async stop(command) {
      const program = programs.find(({ commands }) => commands.includes(command));
      if (!program) throw new Error(`No program was started by ${command}.`);
      await endProgram(program, 'SIGINT');
    },
    printed: () => text,
    async end() {
      for (const program of programs) await endProgram(program, 'SIGKILL');
      rmSync(parent, { recursive: true, force: true });
    },
  };

  try {
    for (const step of stepsOf(markdown)) {
      if (step.kind === 'file') {
        const path = join(folder, step.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, here(step.text));
      } else {
        await (step.kind === 'run' ? run : start)(step.commands);
      }
    }
  } catch (error) {
    await walk.end();
    throw error;
  }
  return walk;
}
