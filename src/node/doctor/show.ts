import type { Mark } from './check.ts';
import type { CheckResult } from './doctor.ts';
import { wrap } from '../wrap.ts';

const MARK_COLUMNS = 13;
const TITLE_COLUMNS = 16;
const INDENT = 2 + MARK_COLUMNS + TITLE_COLUMNS;
const COLUMNS = 80;

/** Colors text for a terminal. */
export type Paint = (mark: Mark, text: string) => string;

/** Formats a result for a person: one line, followed by the advice. */
export function formatResult(
  { mark, title, saw, advice }: CheckResult,
  paint: Paint = (_, text) => text,
): string[] {
  const [first = '', ...rest] = wrap(saw, COLUMNS - INDENT);
  const further = [
    ...rest,
    ...advice.flatMap((one) =>
      wrap(one, COLUMNS - INDENT - 2).map((line, index) => (index ? '  ' : '- ') + line),
    ),
  ];
  return [
    `  ${paint(mark, mark.padEnd(MARK_COLUMNS))}${title.padEnd(TITLE_COLUMNS)}${first}`,
    ...further.map((line) => ' '.repeat(INDENT) + line),
  ];
}

/** Summarizes all results in one line. */
export function formatSummary(results: readonly CheckResult[]): string {
  const count = (wanted: Mark) => results.filter(({ mark }) => mark === wanted).length;
  const warnings = count('warning');
  return [
    `${results.length} checks: ${count('ok')} ok`,
    `${warnings} warning${warnings === 1 ? '' : 's'}`,
    `${count('failed')} failed`,
    `${count('not checked')} not checked.`,
  ].join(', ');
}
