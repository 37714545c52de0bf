import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFinding, formatJson, formatJUnit, formatSummary } from '../../src/findings/index.ts';
import type { Finding } from '../../src/findings/index.ts';

const FINDINGS: readonly Finding[] = [
  { id: 'landing', title: 'Landing page', verdict: 'ok', cause: 'Opened it.', remedy: [] },
  {
    ...{ id: 'tag', title: 'Script tag', verdict: 'failed' },
    cause: 'There is <no> "tag" & more.',
    remedy: ['Put it first into the head of the page, before all other scripts.', 'Keep it there.'],
  },
  {
    ...{ id: 'order', title: 'Tag comes first', verdict: 'warning', cause: 'Second.' },
    remedy: ['Move it.'],
  },
  {
    ...{ id: 'parts', title: 'Parts are served', verdict: 'not checked', cause: 'Skipped.' },
    remedy: [],
  },
];

const unpainted = (_: string, text: string) => text;
const indent = ' '.repeat(34);

const printed = (findings: readonly Finding[]) =>
  findings
    .map((finding, index) => formatFinding(finding, unpainted, findings[index - 1]))
    .join('\n')
    .split('\n');

describe('The text of findings', () => {
  it('has columns of at most 80 characters, with each remedy below its cause', () => {
    assert.deepEqual(printed(FINDINGS), [
      '  ok           Landing page       Opened it.',
      '  failed       Script tag         There is <no> "tag" & more.',
      `${indent}- Put it first into the head of the page,`,
      `${indent}  before all other scripts.`,
      `${indent}- Keep it there.`,
      '  warning      Tag comes first    Second.',
      `${indent}- Move it.`,
      '  not checked  Parts are served   Skipped.',
    ]);
  });

  it('wraps a line that would have more than 80 characters', () => {
    // 46 characters fit into the column, 44 into that of the remedy.
    const [cause, remedy] = [`${'a'.repeat(41)} bbbb`, `${'c'.repeat(39)} dddd`];
    const lines = (ending: string) =>
      printed([
        {
          ...{ id: 'way', title: 'Way', verdict: 'failed' },
          cause: cause + ending,
          remedy: [remedy + ending],
        },
      ]);
    assert.deepEqual(lines(''), [
      `  failed       Way                ${cause}`,
      `${indent}- ${remedy}`,
    ]);
    assert.deepEqual(lines('b'), [
      `  failed       Way                ${'a'.repeat(41)}`,
      `${indent}bbbbb`,
      `${indent}- ${'c'.repeat(39)}`,
      `${indent}  ddddb`,
    ]);
  });

  it('puts a heading above each group, and an empty line before it', () => {
    const [landing, , order, parts] = FINDINGS;
    assert.ok(landing && order && parts);
    assert.deepEqual(
      printed([
        { ...landing, group: 'Pages' },
        { ...parts, group: 'Pages' },
        { ...landing, group: 'Store' },
      ]),
      [
        'Pages',
        '  ok           Landing page       Opened it.',
        '  not checked  Parts are served   Skipped.',
        '',
        'Store',
        '  ok           Landing page       Opened it.',
      ],
    );
  });

  it('counts the verdicts in its last line, with the plural', () => {
    const [, , warning] = FINDINGS;
    assert.ok(warning);
    assert.equal(formatSummary(FINDINGS), '\n4 checks: 1 ok, 1 warning, 1 failed, 1 not checked.');
    assert.match(formatSummary([warning, warning]), /, 2 warnings,/);
    assert.match(formatSummary([]), /^\n0 checks: 0 ok, 0 warnings, 0 failed, 0 not checked\.$/);
  });

  it('has its verdicts painted, columns included', () => {
    const painted: string[] = [];
    for (const finding of FINDINGS)
      formatFinding(finding, (verdict, text) => {
        painted.push(verdict);
        assert.equal(text, verdict.padEnd(13));
        return text;
      });
    assert.deepEqual(painted, ['ok', 'failed', 'warning', 'not checked']);
  });
});

describe('The JSON of findings', () => {
  it('is ok unless a check has failed, and names what was checked', () => {
    const url = 'https://a.example/';
    assert.deepEqual(JSON.parse(formatJson(FINDINGS, { url })), {
      ok: false,
      url,
      findings: FINDINGS,
    });
    const others = FINDINGS.filter(({ verdict }) => verdict !== 'failed');
    assert.deepEqual(JSON.parse(formatJson(others)), { ok: true, findings: others });
  });
});

describe('The JUnit XML of findings', () => {
  it('has a failure for a failed check, skips one that was not made, and passes the others', () => {
    const xml = formatJUnit(FINDINGS, 'check of https://a.example/?a=1&b=2', 'vaultlink.check');
    const counts = 'tests="4" failures="1" skipped="1" errors="0"';
    assert.deepEqual(xml.split('\n'), [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${counts}>`,
      `  <testsuite name="check of https://a.example/?a=1&amp;b=2" ${counts}>`,
      '    <testcase name="Landing page" classname="vaultlink.check.landing"><system-out>Opened it.</system-out></testcase>',
      '    <testcase name="Script tag" classname="vaultlink.check.tag"><failure message="There is &lt;no&gt; &quot;tag&quot; &amp; more.">There is &lt;no&gt; &quot;tag&quot; &amp; more.',
      'Put it first into the head of the page, before all other scripts.',
      'Keep it there.</failure></testcase>',
      '    <testcase name="Tag comes first" classname="vaultlink.check.order"><system-out>Second.',
      'Move it.</system-out></testcase>',
      '    <testcase name="Parts are served" classname="vaultlink.check.parts"><skipped message="Skipped.">Skipped.</skipped></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('names the group of a check before its title', () => {
    const [finding] = FINDINGS;
    assert.ok(finding);
    const xml = formatJUnit([{ ...finding, group: 'Pages' }], 'doctor', 'vaultlink.doctor');
    assert.match(
      xml,
      /<testcase name="Pages: Landing page" classname="vaultlink\.doctor\.landing">/,
    );
  });

  it('loses the control characters that XML cannot hold', () => {
    const [finding] = FINDINGS;
    assert.ok(finding);
    const cause = 'a\u0000\u0008\u000b\u000c\u000e\u001fb\tc';
    assert.match(formatJUnit([{ ...finding, cause }], 'x', 'x'), /<system-out>ab\tc</);
  });
});
