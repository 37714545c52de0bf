import { countVerdicts, fullTitle, isOk, type Finding, type Verdict } from './finding.ts';
import { wrap } from './wrap.ts';

const VERDICT_COLUMNS = 13;
const TITLE_COLUMNS = 19;
const INDENT = 2 + VERDICT_COLUMNS + TITLE_COLUMNS;
const COLUMNS = 80;

/** Colors text for a terminal. */
type Paint = (verdict: Verdict, text: string) => string;

/**
 * Formats a finding for a person: one line, followed by the remedy. If it begins a group, the heading comes first.
 *
 * @param previous the finding that is printed before this one
 */
export function formatFinding(finding: Finding, paint: Paint, previous?: Finding): string {
  const { group, title, verdict, cause, consoleLines = [], remedy } = finding;
  const [first = '', ...rest] = wrap(cause, COLUMNS - INDENT);
  const below = [
    ...rest,
    ...consoleLines.flatMap((line) => wrap(`[vaultlink] ${line}`, COLUMNS - INDENT)),
    ...remedy.flatMap((one) =>
      wrap(one, COLUMNS - INDENT - 2).map((line, index) => (index ? '  ' : '- ') + line),
    ),
  ];
  const heading = group === undefined || group === previous?.group ? [] : [group];
  return [
    ...(previous && heading.length ? [''] : []),
    ...heading,
    `  ${paint(verdict, verdict.padEnd(VERDICT_COLUMNS))}${title.padEnd(TITLE_COLUMNS)}${first}`,
    ...below.map((line) => ' '.repeat(INDENT) + line),
  ].join('\n');
}

/** Formats the line below all findings. */
export const formatSummary = (findings: readonly Finding[]): string =>
  `\n${findings.length} check${findings.length === 1 ? '' : 's'}: ${countVerdicts(findings)}.`;

/**
 * Formats findings for a program.
 *
 * @param subject what was checked, as further members
 */
export const formatJson = (findings: readonly Finding[], subject: object = {}): string =>
  JSON.stringify({ ok: isOk(findings), ...subject, findings });

/**
 * Formats findings as JUnit XML: a test case a check. A warning is a passed case with its text as output.
 *
 * @param name name of the test suite
 * @param className beginning of the class of each test case, which its id completes
 * @param output text about all of them. Default: none
 * @see https://github.com/testmoapp/junitxml
 */
export function formatJUnit(
  findings: readonly Finding[],
  name: string,
  className: string,
  output = '',
): string {
  const failures = findings.filter(({ verdict }) => verdict === 'failed').length;
  const skipped = findings.filter(({ verdict }) => verdict === 'not checked').length;
  const counts = `tests="${findings.length}" failures="${failures}" skipped="${skipped}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escapeXml(name)}" ${counts}>
${findings.map((finding) => testCaseOf(finding, className)).join('\n')}${output && `\n    <system-out>${escapeXml(output)}</system-out>`}
  </testsuite>
</testsuites>
`;
}

function testCaseOf(finding: Finding, className: string): string {
  const { id, verdict, cause, consoleLines = [], remedy } = finding;
  const attributes = `name="${escapeXml(fullTitle(finding))}" classname="${className}.${id}"`;
  const text = escapeXml([cause, ...consoleLines, ...remedy].join('\n'));
  switch (verdict) {
    case 'failed':
      return `    <testcase ${attributes}><failure message="${escapeXml(cause)}">${text}</failure></testcase>`;
    case 'not checked':
      return `    <testcase ${attributes}><skipped message="${escapeXml(cause)}">${text}</skipped></testcase>`;
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
