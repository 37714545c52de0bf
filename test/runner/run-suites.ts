import { spawnSync } from 'node:child_process';
import { isInner } from '../suites.ts';
import type { Suite } from '../suites.ts';
import { build, productsFor } from './build.ts';
import { installFolder } from '../../build/install-folder.ts';
import { sumOf, summaryOf } from './results.ts';
import type { Results } from './results.ts';
import { runSuite } from './run-suite.ts';
import type { RunOptions } from './run-suite.ts';

/**
 * Installs and builds what suites need, and runs them, one after the other.
 *
 * @returns what they have shown
 */
export async function runSuites(
  suites: readonly Suite[],
  options: RunOptions = {},
): Promise<Results> {
  process.env.FUZZ_SEED ??= String(seedOfCommit());
  console.log(`Properties: FUZZ_SEED=${process.env.FUZZ_SEED}`);
  for (const folder of new Set(suites.flatMap(({ folders = [] }) => folders)))
    installFolder(folder);
  const unbuilt = build(productsFor(suites.flatMap(({ files }) => files)));
  const all: Results[] = [{ passed: 0, skipped: 0, failures: unbuilt, unsteady: [] }];
  for (const suite of suites) {
    const results = await runSuite(suite, options);
    all.push(results);
    console.log(`— ${suite.name}: ${summaryOf(results).lines.at(-1)}`);
  }
  return sumOf(all);
}

/** Prints how a run ended, and sets the exit code. */
export function conclude(results: Results): void {
  const { lines, isGreen } = summaryOf(results);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = isGreen ? 0 : 1;
}

/** The same tree of files is always tried with the same cases, so that a commit that has passed passes again; another one with others. */
function seedOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return Number.parseInt(stdout.slice(0, 7), 16) || 1;
}

/** The inner suites of an engine. */
export const innerSuitesIn = (suites: readonly Suite[], engine: string): Suite[] =>
  suites.filter((suite) => isInner(suite) && suite.engine === engine);
