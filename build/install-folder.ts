/**
 * Installs the packages of a folder that has a `package.json` and a `package-lock.json` of its own, where they are missing or others than that lock
 * file names. The root has what the demo, the build, the check and most tests need; a command or a test that needs more calls this first. By
 * hand: `node build/install-folder.ts docs/site test/site`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const ROOT = resolve(import.meta.dirname, '..');

/** A copy of the lock file that was installed. `npm ci` removes it with the rest, so it stands for an installation that has succeeded. */
const INSTALLED = 'node_modules/.installed-lock.json';

const MAX_WAIT_MS = 600_000;

/**
 * Installs the packages of a folder, unless they are installed already. Prints a line where it does.
 *
 * @param folder path from the root of the repository
 * @throws with what npm printed where the installation fails
 */
export function installFolder(folder: string): void {
  if (isInstalled(folder)) return;
  inTurn(() => {
    // Another process may have done it in the meantime.
    if (!isInstalled(folder)) install(folder);
  });
}

const read = (folder: string, file: string) => readFileSync(resolve(ROOT, folder, file), 'utf8');

const isInstalled = (folder: string) =>
  existsSync(resolve(ROOT, folder, INSTALLED)) &&
  read(folder, INSTALLED) === read(folder, 'package-lock.json');

function install(folder: string): void {
  const cwd = resolve(ROOT, folder);
  const reason = existsSync(join(cwd, 'node_modules'))
    ? 'its packages may be others than those of its package-lock.json'
    : 'its packages are not installed';
  console.error(`npm ci in ${folder}: ${reason}.`);
  const parameters = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const { status, error, stdout, stderr } = spawnSync('npm', parameters, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`npm ci failed in ${folder}: ${error?.message ?? stdout + stderr}`);
  copyFileSync(join(cwd, 'package-lock.json'), join(cwd, INSTALLED));
}

/** The tests of a suite run in several processes, each of which may be the first. The lock of a database ends with the process that holds it. */
function inTurn(act: () => void): void {
  const folder = join(ROOT, '.cache');
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'install-folder.db'), { timeout: MAX_WAIT_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    act();
  } finally {
    lock.close();
  }
}

if (import.meta.main) for (const folder of process.argv.slice(2)) installFolder(folder);
