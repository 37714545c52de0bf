import { chooseTests } from '../runner/choose-tests.ts';
import { timeLimitMs } from '../support/fuzz.ts';
import { SUITES } from '../suites.ts';
import type { Runner } from '../suites.ts';
import type { PlantedFault } from './faults.ts';
import type { Worktree } from './worktree.ts';

/** How the tests took a planted fault. */
export interface Trial {
  fault: PlantedFault;
  /** The test file that fails with the fault and passes without it; nothing where the fault escaped. */
  caughtBy?: string;
  seconds: number;
}

/** Cheapest first: most faults are caught before a browser starts. */
const ORDER: readonly Runner[] = ['node', 'elements', 'flows'];

/** Makes a mistake, and runs the tests that concern it, file by file, until one fails. */
export function tryFault(fault: PlantedFault, worktree: Worktree): Trial {
  const startedAtMs = performance.now();
  const caughtBy = testsFor(fault).find((file) => {
    worktree.restore();
    worktree.apply(fault.patch);
    if (passes(file, worktree)) return false;
    // A test that fails anyway has caught nothing.
    worktree.restore();
    return passes(file, worktree);
  });
  const seconds = (performance.now() - startedAtMs) / 1000;
  return { fault, ...(caughtBy && { caughtBy }), seconds };
}

const runnerOf = (file: string) =>
  SUITES.find(({ files, engine }) => engine === 'chromium' && files.includes(file))?.runner;

/** The tests of the rule, and those that the loop chooses for the changed files. */
function testsFor({ paths, tests }: PlantedFault): string[] {
  const files = [...new Set([...tests, ...chooseTests(paths).map(({ file }) => file)])];
  return ORDER.flatMap((runner) => files.filter((file) => runnerOf(file) === runner));
}

function passes(file: string, worktree: Worktree): boolean {
  switch (runnerOf(file)) {
    case 'node':
      // With a fault a test may leave behind what keeps its process alive.
      return worktree.passes(
        'node',
        '--conditions=vaultlink-source',
        '--test',
        '--test-force-exit',
        `--test-timeout=${timeLimitMs()}`,
        file,
      );
    case 'elements':
      return worktree.passes('wtr', '--files', file);
    default:
      return (
        worktree.passes('npm', 'run', '--silent', 'build:browser') &&
        worktree.passes('playwright', 'test', '-x', file)
      );
  }
}
