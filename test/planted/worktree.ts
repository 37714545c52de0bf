import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A copy of the project in which mistakes are made. */
export interface Worktree {
  /** Applies a patch. @throws Error where it does not apply */
  apply: (patch: string) => void;
  /** Takes everything back that differs from the commit. */
  restore: () => void;
  /** Returns whether a command ends with exit code 0 there. */
  passes: (program: string, ...words: string[]) => boolean;
  remove: () => void;
}

const FOLDER = '.cache/planted';

/** Where packages are installed: the copy uses those of the project. */
const PACKAGES = ['node_modules', 'test/package/node_modules'];

/** Checks a commit out beside the project. */
export function createWorktree(commit: string): Worktree {
  remove();
  git('worktree', 'add', '--detach', '--force', FOLDER, commit);
  for (const folder of PACKAGES.filter((one) => existsSync(one)))
    symlinkSync(resolve(folder), join(FOLDER, folder));
  return {
    apply: (patch) => git('-C', FOLDER, 'apply', resolve(patch)),
    restore: () => git('-C', FOLDER, 'checkout', '--quiet', '--', '.'),
    passes: (program, ...words) =>
      spawnSync(program, words, { cwd: FOLDER, env, stdio: 'ignore' }).status === 0,
    remove,
  };
}

// The tests of the copy must not write into the record of this run, nor report to a runner that runs this one.
const env = { ...process.env, TEST_SUITE: undefined, NODE_TEST_CONTEXT: undefined };

function remove(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  git('worktree', 'prune');
}

function git(...words: string[]): void {
  const { status, stderr } = spawnSync('git', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
}
