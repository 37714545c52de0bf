import type { ConformanceReport, RuleResult } from './conformance.ts';
import { isUnexpected } from './expected.ts';
import { expectationOf, groupBySection } from './show.ts';

/** Formats a report as JUnit XML: a test suite for each section, a test case for each rule. */
export function formatJunit(report: ConformanceReport): string {
  const suites = groupBySection(report).map(
    ({ section, title, results }) =>
      `  <testsuite name="${escape(`§${section} ${title}`)}" ${countsOf(results)}>\n` +
      `${results.map((result) => testCase(section, result)).join('')}  </testsuite>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="vaultlink conformance" ${countsOf(report.results)}>\n${suites.join('')}</testsuites>\n`
  );
}

function testCase(section: string, result: RuleResult): string {
  const { id, title, verdict, saw, text, isExpectedToFail } = result;
  const head = `    <testcase classname="${escape(`§${section}`)}" name="${escape(title)}"`;
  if (isExpectedToFail && verdict !== 'not tested') {
    const message = `${expectationOf(result)} (${saw})`;
    return isUnexpected(result)
      ? `${head}>\n      <failure message="${escape(message)}" type="${escape(id)}"/>\n    </testcase>\n`
      : `${head}>\n      <skipped message="${escape(message)}"/>\n    </testcase>\n`;
  }
  switch (verdict) {
    case 'passed':
      return `${head}/>\n`;
    case 'failed':
      return `${head}>\n      <failure message="${escape(saw)}" type="${escape(id)}">${escape(`The interface: ${text}`)}</failure>\n    </testcase>\n`;
    case 'not tested':
      return `${head}>\n      <skipped message="${escape(saw)}"/>\n    </testcase>\n`;
  }
}

function countsOf(results: readonly RuleResult[]): string {
  const failures = results.filter(isUnexpected).length;
  const passed = results.filter((one) => one.verdict === 'passed' && !isUnexpected(one)).length;
  const skipped = results.length - failures - passed;
  return `tests="${results.length}" failures="${failures}" skipped="${skipped}"`;
}

/** XML 1.0 has no place for most control characters. */
const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, ' ');
