import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { format, resolveConfig } from 'prettier';
import { ROW } from './fault-row.ts';
import type { RowMoment } from './fault-row.ts';

/** What the run has shown. */
const FILE = 'demo/faults.md';

const HEAD = `# When something goes wrong

Written by \`npm test flows faults\`, in Chromium against the sandbox. Each row is a test; what stands here is what it saw.

- **The seller sees**: what \`<endlink-finish>\` says, its buttons in brackets.
- **The record says**: \`window.vaultlink.state()\`. _In memory_: storage is blocked or full.
- **The service received**: its answer to each request with the token, in the order in which they came. _Spent_: that request brought the
  outcome to the seller’s packet. _Cut_: the connection broke instead of an answer.

In every row: the outcome never changes, whatever the page reports later; at most one request spends the token; what is confirmed is not sent
again; no seller is told that it is saved while it is not; and what is neither confirmed nor rejected is tried again, or shown with a way to finish.

| What goes wrong | When | The seller sees | The record says | The service received |
| --- | --- | --- | --- | --- |
`;

/** Writes {@link FILE} at the end of a run of all of `test/e2e/faults`, and fails that run where the file was another one before. */
export default class FaultsReporter implements Reporter {
  #tests: TestCase[] = [];

  onBegin({ projects }: FullConfig, suite: Suite): void {
    // What a browser shows is its own: the file tells of Chromium.
    if ((projects[0]?.use.browserName ?? 'chromium') !== 'chromium' || !isWhole()) return;
    this.#tests = suite.allTests().filter(({ location }) => /e2e.faults/.test(location.file));
  }

  async onEnd(): Promise<Pick<FullResult, 'status'> | undefined> {
    if (!this.#tests.length || !this.#tests.every((test) => test.outcome() === 'expected')) return;
    const text = HEAD + this.#tests.map(rowsOf).join('');
    const options = await resolveConfig(FILE);
    const news = await format(text, { ...options, parser: 'markdown' });
    if (news === before()) return;
    mkdirSync('demo', { recursive: true });
    writeFileSync(FILE, news);
    console.error(`${FILE} has changed: look at the difference, and commit it.`);
    return { status: 'failed' };
  }
}

/** Whether the command line leaves none of the faults out. */
const isWhole = () => process.argv.slice(3).every((word) => basename(word) === 'faults');

function before(): string | undefined {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
}

function rowsOf({ title, annotations }: TestCase): string {
  const { description = '[]' } = annotations.find(({ type }) => type === ROW) ?? {};
  const moments = JSON.parse(description) as RowMoment[];
  const rows = moments.map(({ when, seen, record, received }, index) =>
    [index ? '' : title, when, seen, record, received].map(escaped).join(' | '),
  );
  return rows.map((row) => `| ${row} |\n`).join('');
}

/** A bar ends no cell, and nothing is markup. */
const escaped = (text: string) => text.replaceAll(/[|<>_*]/g, String.raw`\$&`);
