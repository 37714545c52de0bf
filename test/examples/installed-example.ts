import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exited } from '../support/exited.ts';
import { freePort } from '../support/free-port.ts';
import { FOLDER } from './examples.ts';

const run = promisify(execFile);

/**
 * What the registry had on this day is installed, so that a commit that has passed passes again although the examples have ranges and no lockfile. Move
 * it on to try the examples with what has been published since.
 */
const REGISTRY_DAY = '2026-11-20';

/** How long `next build` may take on a slow machine. */
const COMMAND_TIMEOUT_MS = 240_000;

/** The package as it is published. */
export interface PackedPackage {
  /** Path of the archive. */
  archive: string;
  remove(): void;
}

/** Packs the package as it is published. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-packed-'));
  await run('npm', ['pack', '--pack-destination', folder], { timeout: COMMAND_TIMEOUT_MS });
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  return { archive, remove: () => rmSync(folder, { recursive: true }) };
}

/** An example in a folder of its own, as a user would have it. */
export interface InstalledExample {
  /** Where it listens once it is started. */
  origin: string;
  /** Runs a module in its folder, and returns what that prints. */
  evaluate(code: string): Promise<string>;
  /** Starts it with these variables in its environment. */
  start(variables: Record<string, string>): Promise<RunningExample>;
  remove(): void;
}

/** An example that listens. */
interface RunningExample {
  /** What it has printed. */
  printed(): string;
  stop(): Promise<void>;
}

/**
 * Copies an example of `examples/backends` out of the repository, installs the packed package in it, and builds it where there is something to build:
 * with no variable of the backend set, and no secret.
 *
 * @param versions of packages, by their names, in the place of the example's
 */
export async function installExample(
  name: string,
  archive: string,
  versions: Readonly<Record<string, string>> = {},
): Promise<InstalledExample> {
  const folder = mkdtempSync(join(tmpdir(), `vaultlink-${name}-`));
  cpSync(join(FOLDER, name), folder, {
    recursive: true,
    filter: (path) =>
      !/\/(node_modules|\.next|\.svelte-kit|build|vaultlink\.db.*|\.env)$/.test(path),
  });
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { dependencies: object };
  manifest.dependencies = { ...manifest.dependencies, ...versions, vaultlink: `file:${archive}` };
  writeFileSync(path, JSON.stringify(manifest));
  const options = { cwd: folder, env: environment({}), timeout: COMMAND_TIMEOUT_MS };
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
  await run('npm', ['install', ...quiet, `--before=${REGISTRY_DAY}`], options);

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = environment({ ORIGIN: origin });
  await run('npm', ['run', 'build', '--if-present'], { ...options, env });

  return {
    origin,
    async evaluate(code) {
      const parameters = ['--input-type=module', '--eval', code];
      return (await run(process.execPath, parameters, options)).stdout;
    },
    async start(variables) {
      const child = spawn('npm', ['start'], {
        cwd: folder,
        env: environment({ PORT: String(port), HOST: '127.0.0.1', ...variables }),
        stdio: ['ignore', 'pipe', 'pipe'],
        // With what it starts: npm does not pass every signal on.
        detached: true,
      });
      let printed = '';
      const listening = new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          printed += String(chunk);
          if (/listening on|Ready in/i.test(printed)) resolve();
        };
        child.stdout.on('data', read);
        child.stderr.on('data', read);
        child.on('exit', () => reject(new Error(`The example has ended: ${printed}`)));
      });
      await listening;
      return {
        printed: () => printed,
        async stop() {
          const ended = exited(child);
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
          await ended;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The environment of the tests without what would change how Node, npm or the example works. */
function environment(further: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_(OPTIONS|ENV|PATH|TEST.*)$|VAULTLINK_|PORT$|HOST$)/.test(name),
  );
  const path = [dirname(process.execPath), process.env.PATH].join(':');
  return { ...Object.fromEntries(kept), PATH: path, NEXT_TELEMETRY_DISABLED: '1', ...further };
}
