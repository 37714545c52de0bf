import { wrap } from '../wrap.ts';
import { bySection } from './conformance.ts';
import type { ConformanceReport, RuleResult } from './conformance.ts';
import { isUnexpected } from './expected.ts';
import { SECTION_TITLES } from './rule.ts';
import type { Verdict } from './verdict.ts';

const VERDICT_COLUMNS = 12;
const COLUMNS = 80;

/** Colors text for a terminal, by what it means for the run. */
export type Paint = (tone: Tone, text: string) => string;

/** `expected`: a failure that makes nothing fail. `unexpected`: everything that makes the run fail. */
type Tone = 'passed' | 'unexpected' | 'expected' | 'not tested';

/** A section with its rules. */
export interface SectionResults {
  section: string;
  title: string;
  results: RuleResult[];
}

/** Groups the results by section, in the order of the interface. */
export function groupBySection({ results }: ConformanceReport): SectionResults[] {
  const sections = [...new Set(results.map(({ sections: [first] }) => first))].sort(bySection);
  return sections.map((section) => ({
    section,
    title: SECTION_TITLES[section] ?? '',
    results: results.filter(({ sections: [first] }) => first === section),
  }));
}

/** Formats the whole report for a person. */
export function formatReport(report: ConformanceReport, paint: Paint = (_, text) => text): string {
  const groups = groupBySection(report).map(({ section, title, results }) => [
    `§${section} ${title}`,
    ...results.flatMap((result) => linesOf(result, paint)),
    '',
  ]);
  const observations = report.observations.map(({ section, what, value }) =>
    indented(`§${section} ${what}: ${value}`, 2),
  );
  return [
    ...groups.flat(),
    ...(observations.length
      ? ['What the interface leaves open, as this service does it', ...observations.flat(), '']
      : []),
    formatSummary(report),
  ].join('\n');
}

/** Summarizes all results in one line. */
function formatSummary({ results }: ConformanceReport): string {
  const count = (wanted: Verdict) => results.filter(({ verdict }) => verdict === wanted).length;
  const counts = `${results.length} rules: ${count('passed')} passed, ${count('failed')} failed, ${count('not tested')} not tested.`;
  const listed = results.filter(({ isExpectedToFail }) => isExpectedToFail);
  if (!listed.length) return counts;
  const failed = listed.filter(({ verdict }) => verdict === 'failed');
  const passed = listed.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  return [
    counts,
    `Expected to fail: ${listed.length} rules, of which ${failed.length} failed.`,
    ...(passed.length ? indented(`Passed, so remove from the list: ${passed.join(', ')}`, 0) : []),
  ].join('\n');
}

function toneOf(result: RuleResult): Tone {
  if (isUnexpected(result)) return 'unexpected';
  return result.verdict === 'failed' ? 'expected' : result.verdict;
}

function linesOf(result: RuleResult, paint: Paint): string[] {
  const { verdict, title, text, saw, id, isExpectedToFail } = result;
  const [first = '', ...rest] = wrap(title, COLUMNS - VERDICT_COLUMNS - 2);
  return [
    `  ${paint(toneOf(result), verdict.padEnd(VERDICT_COLUMNS))}${first}`,
    ...rest.map((line) => ' '.repeat(VERDICT_COLUMNS + 2) + line),
    ...indented(verdict === 'not tested' ? saw : `seen: ${saw}`, VERDICT_COLUMNS + 2),
    ...(verdict === 'failed'
      ? indented(`the interface: “${text}” (rule ${id})`, VERDICT_COLUMNS + 2)
      : []),
    ...(isExpectedToFail && verdict !== 'not tested'
      ? indented(expectationOf(result), VERDICT_COLUMNS + 2)
      : []),
  ];
}

/** What the list of expected failures means for a rule that stands in it. */
export const expectationOf = ({ verdict, id }: RuleResult): string =>
  verdict === 'passed'
    ? `expected to fail, but passed: remove ${id} from the list`
    : 'expected to fail';

const indented = (text: string, columns: number): string[] =>
  wrap(text, COLUMNS - columns).map((line) => ' '.repeat(columns) + line);
