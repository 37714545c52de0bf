import type { Mark, Verdict } from '../../check/index.ts';
import { wrap } from '../wrap.ts';

const MARK_COLUMNS = 13;
const TITLE_COLUMNS = 20;
const INDENT = 2 + MARK_COLUMNS + TITLE_COLUMNS;
const COLUMNS = 90;

/** Colors text for a terminal. */
export type Paint = (mark: Mark, text: string) => string;

/** Formats the verdicts for a person, and counts them in the last line. */
export function formatVerdicts(
  verdicts: readonly Verdict[],
  paint: Paint = (_, text) => text,
): string {
  const count = (wanted: Mark) => verdicts.filter(({ mark }) => mark === wanted).length;
  const warnings = count('warning');
  const summary = [
    `${verdicts.length} rules: ${count('yes')} yes`,
    `${count('no')} no`,
    `${warnings} warning${warnings === 1 ? '' : 's'}`,
    `${count('not checked')} not checked.`,
  ].join(', ');
  return [...verdicts.flatMap((verdict) => linesOf(verdict, paint)), '', summary].join('\n');
}

function linesOf({ mark, title, saw, advice }: Verdict, paint: Paint): string[] {
  const [first = '', ...rest] = wrap(saw, COLUMNS - INDENT);
  const advised = wrap(advice, COLUMNS - INDENT - 2).map(
    (line, index) => (index ? '  ' : '- ') + line,
  );
  return [
    `  ${paint(mark, mark.padEnd(MARK_COLUMNS))}${title.padEnd(TITLE_COLUMNS)}${first}`,
    ...[...rest, ...(advice ? advised : [])].map((line) => ' '.repeat(INDENT) + line),
  ];
}

/**
 * Formats the verdicts as JUnit XML: a test case a rule. A warning is a passed case with its text as output.
 *
 * @see https://github.com/testmoapp/junitxml
 */
export function formatJUnit(verdicts: readonly Verdict[], url: string): string {
  const failures = verdicts.filter(({ mark }) => mark === 'no').length;
  const skipped = verdicts.filter(({ mark }) => mark === 'not checked').length;
  const suite = escapeXml(`vaultlink check ${url}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="${verdicts.length}" failures="${failures}" skipped="${skipped}" errors="0">
  <testsuite name="${suite}" tests="${verdicts.length}" failures="${failures}" skipped="${skipped}" errors="0">
${verdicts.map(caseOf).join('\n')}
  </testsuite>
</testsuites>
`;
}

function caseOf({ rule, title, mark, saw, advice }: Verdict): string {
  const attributes = `name="${escapeXml(title)}" classname="vaultlink.check.${rule}"`;
  const text = escapeXml(advice ? `${saw}\n${advice}` : saw);
  switch (mark) {
    case 'no':
      return `    <testcase ${attributes}><failure message="${escapeXml(saw)}">${text}</failure></testcase>`;
    case 'not checked':
      return `    <testcase ${attributes}><skipped message="${escapeXml(saw)}"/></testcase>`;
    default:
      return `    <testcase ${attributes}><system-out>${text}</system-out></testcase>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML, and removes the control characters that XML cannot hold even as an entity. */
const escapeXml = (text: string): string =>
  text

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
