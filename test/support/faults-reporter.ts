import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { format, resolveConfig } from 'prettier';
import { ENGINE } from './engines.ts';
import { ROW, WHY } from './fault-row.ts';
import type { RowMoment } from './fault-row.ts';
import { matrixOf, textOf, withRun } from './fault-matrix.ts';

/** What the runs have shown. */
const FILE = 'demo/faults.md';

/** Brings what this engine showed into {@link FILE} at the end of a run of all of `test/e2e/faults`, and fails that run where the file was another one before. */
export default class FaultsReporter implements Reporter {
  #tests: TestCase[] = [];

  onBegin(config: FullConfig, suite: Suite): void {
    const tests = suite.allTests().filter(({ location }) => /e2e.faults/.test(location.file));
    // Some run in a browser of their own, and come after the rest.
    if (isWhole(config, tests)) this.#tests = tests.toSorted(inOrderOfFiles);
  }

  async onEnd(): Promise<Pick<FullResult, 'status'> | undefined> {
    if (!this.#tests.length || !this.#tests.every((test) => test.outcome() === 'expected')) return;
    const rows = this.#tests.map((test) => ({
      title: test.title,
      moments: JSON.parse(noteOf(test, ROW) ?? '[]') as RowMoment[],
      why: noteOf(test, WHY),
    }));
    const old = before();
    const text = textOf(withRun(matrixOf(old), ENGINE, rows));
    const options = await resolveConfig(FILE);
    const news = await format(text, { ...options, parser: 'markdown' });
    if (news === old) return;
    mkdirSync('demo', { recursive: true });
    writeFileSync(FILE, news);
    console.error(`${FILE} has changed: look at the difference, and commit it.`);
    return { status: 'failed' };
  }
}

const inOrderOfFiles = ({ location: a }: TestCase, { location: b }: TestCase) =>
  a.file.localeCompare(b.file) || a.line - b.line;

/** Options of the command line that leave tests out. */
const SELECTION = /^(-g|--grep|--last-failed|--only-changed|--shard|.*:\d+$)/;

/** Returns whether the run leaves none of the faults out. */
function isWhole({ rootDir }: FullConfig, tests: readonly TestCase[]): boolean {
  const files = new Set(tests.map(({ location }) => location.file));
  const all = globSync('e2e/faults/*.spec.ts', { cwd: rootDir });
  return files.size === all.length && !process.argv.some((word) => SELECTION.test(word));
}

const noteOf = ({ annotations }: TestCase, wanted: string) =>
  annotations.find(({ type }) => type === wanted)?.description;

function before(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}
