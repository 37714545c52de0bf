import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '../../../src/check/index.ts';
import { formatJUnit, formatVerdicts } from '../../../src/node/check/format.ts';

const VERDICTS: readonly Verdict[] = [
  { rule: 'landing', title: 'Landing page', mark: 'yes', saw: 'Opened it.', advice: '' },
  {
    ...{ rule: 'tag', title: 'Script tag', mark: 'no', saw: 'There is <no> "tag" & more.' },
    advice:
      'Put it first into the head of the page, before all other scripts, and keep it there for good.',
  },
  { rule: 'order', title: 'Tag comes first', mark: 'warning', saw: 'Second.', advice: 'Move it.' },
  { rule: 'parts', title: 'Parts are served', mark: 'not checked', saw: 'Skipped.', advice: '' },
];

describe('The verdicts of a check', () => {
  it('are printed in columns of at most 90 characters, each with its advice below', () => {
    const indent = ' '.repeat(35);
    assert.deepEqual(formatVerdicts(VERDICTS).split('\n'), [
      '  yes          Landing page        Opened it.',
      '  no           Script tag          There is <no> "tag" & more.',
      `${indent}- Put it first into the head of the page, before all`,
      `${indent}  other scripts, and keep it there for good.`,
      '  warning      Tag comes first     Second.',
      `${indent}- Move it.`,
      '  not checked  Parts are served    Skipped.',
      '',
      '4 rules: 1 yes, 1 no, 1 warning, 1 not checked.',
    ]);
  });

  it('are wrapped where a line would have more than 90 characters', () => {
    const indent = ' '.repeat(35);
    // 55 characters fit into the column, 53 into that of the advice.
    const [saw, advice] = [`${'a'.repeat(50)} bbbb`, `${'c'.repeat(48)} dddd`];
    const lines = (ending: string) =>
      formatVerdicts([
        { rule: 'way', title: 'Way', mark: 'no', saw: saw + ending, advice: advice + ending },
      ])
        .split('\n')
        .slice(0, -2);
    assert.deepEqual(lines(''), [
      `  no           Way                 ${saw}`,
      `${indent}- ${advice}`,
    ]);
    assert.deepEqual(lines('b'), [
      `  no           Way                 ${'a'.repeat(50)}`,
      `${indent}bbbbb`,
      `${indent}- ${'c'.repeat(48)}`,
      `${indent}  ddddb`,
    ]);
  });

  it('are counted in the plural', () => {
    const [, , warning] = VERDICTS;
    assert.ok(warning);
    assert.match(formatVerdicts([warning, warning]), /, 2 warnings,/);
    assert.match(formatVerdicts([]), /^\n0 rules: 0 yes, 0 no, 0 warnings, 0 not checked\.$/);
  });

  it('have their marks painted, columns included', () => {
    const painted: string[] = [];
    formatVerdicts(VERDICTS, (mark, text) => {
      painted.push(mark);
      assert.equal(text, mark.padEnd(13));
      return text;
    });
    assert.deepEqual(painted, ['yes', 'no', 'warning', 'not checked']);
  });

  it('are written as JUnit: a failure for a "no", skipped where not checked, else passed', () => {
    const lines = formatJUnit(VERDICTS, 'https://a.example/?a=1&b=2').split('\n');
    const counts = 'tests="4" failures="1" skipped="1" errors="0"';
    assert.deepEqual(lines, [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${counts}>`,
      `  <testsuite name="vaultlink check https://a.example/?a=1&amp;b=2" ${counts}>`,
      '    <testcase name="Landing page" classname="vaultlink.check.landing"><system-out>Opened it.</system-out></testcase>',
      '    <testcase name="Script tag" classname="vaultlink.check.tag"><failure message="There is &lt;no&gt; &quot;tag&quot; &amp; more.">There is &lt;no&gt; &quot;tag&quot; &amp; more.',
      'Put it first into the head of the page, before all other scripts, and keep it there for good.</failure></testcase>',
      '    <testcase name="Tag comes first" classname="vaultlink.check.order"><system-out>Second.',
      'Move it.</system-out></testcase>',
      '    <testcase name="Parts are served" classname="vaultlink.check.parts"><skipped message="Skipped."/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('lose the control characters that XML cannot hold', () => {
    const [verdict] = VERDICTS;
    assert.ok(verdict);
    const saw = 'a\u0000\u0008\u000b\u000c\u000e\u001fb\tc';
    assert.match(formatJUnit([{ ...verdict, saw }], 'x'), /<system-out>ab\tc</);
  });
});
