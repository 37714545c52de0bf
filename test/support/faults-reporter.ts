import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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

  onBegin(_config: FullConfig, suite: Suite): void {
    if (!isWhole()) return;
    this.#tests = suite.allTests().filter(({ location }) => /e2e.faults/.test(location.file));
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

/** Whether the command line leaves none of the faults out. */
const isWhole = () => process.argv.slice(3).every((word) => basename(word) === 'faults');

const noteOf = ({ annotations }: TestCase, wanted: string) =>
  annotations.find(({ type }) => type === wanted)?.description;

function before(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}
