import { ENDS, WRONGS } from './judge.ts';
import { FAULT_NAMES } from './faults.ts';
import type { Result } from './run.ts';
import { JOURNEY_ROWS } from './two-surveys/journey.ts';

const NO_FAULT = 'none';
const ALL = 'all runs';

const COLUMNS = ['runs', ...ENDS, 'refused repeat', ...WRONGS, 'broken'] as const;

type Row = Record<(typeof COLUMNS)[number], number>;

/** Counts results by class of fault: a run counts in the row of each of its faults, and once in the last. */
export interface Table {
  add: (result: Result) => void;
  /** Returns whether nothing was lost, doubled, denied or leaked, and every run could be judged. */
  isClean: () => boolean;
  text: () => string;
}

/** Returns whether a run is what it should be. */
export const isClean = ({ verdict }: Result): boolean =>
  !!verdict && WRONGS.every((wrong) => !verdict.wrongs[wrong].length);

export function createTable(): Table {
  const names = [NO_FAULT, ...FAULT_NAMES, ...JOURNEY_ROWS, ALL];
  const rows = new Map(names.map((name) => [name, emptyRow()]));
  let areClean = true;
  return {
    add(result) {
      const { plan, verdict } = result;
      const columns = [
        'runs' as const,
        ...(verdict ? WRONGS.filter((wrong) => verdict.wrongs[wrong].length) : []),
        ...(verdict ? ENDS.filter((end) => end === verdict.end) : ['broken' as const]),
        ...(verdict?.isDeniedByRepeat ? ['refused repeat' as const] : []),
      ];
      for (const name of [...(plan.faults.length ? plan.faults : [NO_FAULT]), ALL])
        for (const column of columns) {
          const row = rows.get(name);
          if (row) row[column] += 1;
        }
      areClean &&= isClean(result);
    },
    isClean: () => areClean,
    text() {
      const cells = [...rows].map(([name, row]) => [
        name,
        ...COLUMNS.map((column) => `${row[column]}`),
      ]);
      return aligned([['class of fault', ...COLUMNS], ...cells]);
    },
  };
}

const emptyRow = () => Object.fromEntries(COLUMNS.map((column) => [column, 0])) as Row;

/** As a Markdown table, so that it can be read here and kept there. */
function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [head = [], ...body] = rows;
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
