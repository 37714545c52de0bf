import { wrap } from '../wrap.ts';
import { bySection } from './conformance.ts';
import type { ConformanceReport, RuleResult } from './conformance.ts';
import { SECTION_TITLES } from './rule.ts';
import type { Verdict } from './verdict.ts';

const VERDICT_COLUMNS = 12;
const COLUMNS = 80;

/** Colors text for a terminal. */
export type Paint = (verdict: Verdict, text: string) => string;

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
  return `${results.length} rules: ${count('passed')} passed, ${count('failed')} failed, ${count('not tested')} not tested.`;
}

function linesOf({ verdict, title, text, saw, id }: RuleResult, paint: Paint): string[] {
  const [first = '', ...rest] = wrap(title, COLUMNS - VERDICT_COLUMNS - 2);
  return [
    `  ${paint(verdict, verdict.padEnd(VERDICT_COLUMNS))}${first}`,
    ...rest.map((line) => ' '.repeat(VERDICT_COLUMNS + 2) + line),
    ...indented(verdict === 'not tested' ? saw : `seen: ${saw}`, VERDICT_COLUMNS + 2),
    ...(verdict === 'failed'
      ? indented(`the interface: “${text}” (rule ${id})`, VERDICT_COLUMNS + 2)
      : []),
  ];
}

const indented = (text: string, columns: number): string[] =>
  wrap(text, COLUMNS - columns).map((line) => ' '.repeat(columns) + line);
