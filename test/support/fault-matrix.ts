import { ENGINES } from './engines.ts';
import type { Engine } from './engines.ts';
import type { RowMoment } from './fault-row.ts';

/** Result of one fault. */
export interface Row {
  title: string;
  /** What each engine showed in its latest run. */
  shown: Partial<Record<Engine, readonly RowMoment[]>>;
  /** Why an engine shows it otherwise, or not at all. */
  why?: string | undefined;
}

/** What a run of one engine tells of a row. */
export type RunRow = Pick<Row, 'title' | 'why'> & { moments: readonly RowMoment[] };

const NAMES: Record<Engine, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
};

const TABLE = `| What goes wrong | In | When | The seller sees | The record says | The service received |
| --- | --- | --- | --- | --- | --- |
`;

const NOTES = '\n## Where engines differ\n\n';

const HEAD = `# When something goes wrong

Written by \`npm run test:engines\`, from Chromium, Firefox and WebKitGTK against the sandbox. Each row is a test; what stands here is what it saw,
once for the engines in which it saw the same.

- **The seller sees**: what \`<endlink-finish>\` says, its buttons in brackets.
- **The record says**: \`window.vaultlink.state()\`. _In memory_: storage is blocked or full.
- **The service received**: its answer to each request with the token, in the order in which they came. _Spent_: that request brought the
  outcome to the seller’s packet. _Cut_: the connection broke instead of an answer.

In every row: the outcome never changes, whatever the page reports later; at most one request spends the token; what is confirmed is not sent
again; no seller is told that it is saved while it is not; and what is neither confirmed nor rejected is tried again, or shown with a way to finish.

Browsers send a GET again by themselves when its connection breaks, and no page is told: Firefox up to ten times in all; the others do so over
connections that they have used before, which they have none of here. Where the service had processed the first, it refuses the second.

`;

/** The matrix in a text by {@link textOf}, as formatted as may be. */
export function matrixOf(text: string): Row[] {
  const [table = '', notes = ''] = text.split(NOTES);
  const rows: Row[] = [];
  let engines: Engine[] = [];
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  for (const line of lines.slice(2)) {
    const [title = '', names = '', when = '', seen = '', record = '', received = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1)
      .map(unescaped);
    if (title) rows.push({ title, shown: {} });
    if (names) engines = ENGINES.filter((engine) => names.split(', ').includes(NAMES[engine]));
    const { shown = {} } = rows.at(-1) ?? {};
    for (const engine of engines)
      shown[engine] = [...(shown[engine] ?? []), { when, seen, record, received }];
  }
  for (const [, title = '', reason = ''] of notes.matchAll(/^- (.+?): (.+)$/gm)) {
    const row = rows.find((one) => one.title === unescaped(title));
    if (row) row.why = unescaped(reason);
  }
  return rows;
}

/** The matrix after a run of all of its rows in one engine. What the others showed stays. */
export function withRun(matrix: readonly Row[], engine: Engine, run: readonly RunRow[]): Row[] {
  const rows: Row[] = run.map(({ title, why, moments }) => {
    const before = matrix.find((row) => row.title === title);
    return { title, why, shown: { ...before?.shown, [engine]: moments } };
  });
  for (const [at, row] of matrix.entries()) {
    if (rows.some(({ title }) => title === row.title)) continue;
    const shown = Object.fromEntries(Object.entries(row.shown).filter(([name]) => name !== engine));
    if (!Object.keys(shown).length) continue;
    // Not for this engine: where it was.
    const above = rows.findIndex(({ title }) => title === matrix[at - 1]?.title);
    rows.splice(above + 1, 0, { ...row, shown });
  }
  return rows;
}

/** The matrix as Markdown. */
export function textOf(matrix: readonly Row[]): string {
  const lines = matrix.flatMap(linesOf).map((cells) => `| ${cells.map(escaped).join(' | ')} |\n`);
  const notes = matrix
    .filter(({ why }) => why)
    .map(({ title, why = '' }) => `- ${escaped(title)}: ${escaped(why)}\n`);
  return HEAD + TABLE + lines.join('') + (notes.length ? NOTES : '') + notes.join('');
}

/** The cells of a row's lines: those of engines that showed the same are the same. */
function linesOf({ title, shown }: Row): string[][] {
  const sights = new Map<string, Engine[]>();
  for (const engine of ENGINES) {
    const key = shown[engine] && JSON.stringify(shown[engine]);
    if (key) sights.set(key, [...(sights.get(key) ?? []), engine]);
  }
  return [...sights].flatMap(([key, engines], sight) =>
    (JSON.parse(key) as RowMoment[]).map(({ when, seen, record, received }, moment) => [
      sight + moment ? '' : title,
      moment ? '' : engines.map((engine) => NAMES[engine]).join(', '),
      ...[when, seen, record, received],
    ]),
  );
}

/** A bar ends no cell, and nothing is markup. */
const escaped = (text: string) => text.replaceAll(/[|<>_*]/g, String.raw`\$&`);

const unescaped = (text: string) => text.trim().replaceAll(/\\([|<>_*])/g, '$1');
