import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { attemptReport } from '../../src/browser/endlink/attempt.ts';
import type { AttemptStep } from '../../src/browser/endlink/attempt.ts';
import type { AttemptKind } from '../../src/browser/endlink/lifecycle.ts';
import { prove } from './prove.ts';
import type { Rules } from './steps.ts';
import { withoutMark, withoutStep } from './without-step.ts';
import type { Budget } from './world.ts';

/** Asserts that the explorer finds what a step is needed for, and that nothing is found with the step. */
function expectFound(
  test: TestContext,
  tabs: number,
  budget: Partial<Budget>,
  rules: Partial<Rules>,
  rule: RegExp,
): void {
  assert.equal(prove(budget, {}, tabs).violation, undefined);
  const { violation } = prove(budget, rules, tabs);
  assert.ok(violation);
  assert.match(violation.rule, rule);
  test.diagnostic([...violation.trace, violation.rule].join('\n'));
}

const twoTabs: Partial<Budget> = { 'land A': 2 };
const withBack: Partial<Budget> = { 'land A': 1, 'land B': 1, hop: 1, back: 1 };

describe('the explorer', () => {
  it('finds that two tabs report at once where no tab takes the lock', (test) => {
    expectFound(test, 2, twoTabs, { isLocked: false }, /two pages wait for an answer/);
  });

  it('finds that another outcome leaves where an attempt does not write the mark before it sends', (test) => {
    const report = () => withoutStep(attemptReport(), isMarkOfAttempt);
    expectFound(
      test,
      2,
      { ...twoTabs, hop: 1 },
      { report },
      /fail leaves for token A after complete/,
    );
  });

  it('finds that a request leaves after a final answer where an attempt does not merge what other tabs know', (test) => {
    const report = () => withoutMark(attemptReport());
    expectFound(test, 2, twoTabs, { report }, /leaves after a final answer/);
  });

  it('finds that a request leaves after a final answer where a tab does not wait for the result of another tab', (test) => {
    const report = () => withoutStep(attemptReport(), ({ kind }) => kind === 'wait');
    expectFound(test, 2, twoTabs, { report }, /leaves after a final answer/);
  });

  it('finds that an outcome goes past the buyer’s server that has accepted it where an attempt does not merge what other tabs know', (test) => {
    const report = (attempt: AttemptKind) => withoutMark(attemptReport(attempt));
    const rule = /leaves after the buyer's server has accepted the outcome/;
    expectFound(test, 2, { ...twoTabs, relay: 1 }, { report }, rule);
  });

  it('finds that a tab does not know whose page it shows where a new history entry is not noted', (test) => {
    expectFound(
      test,
      1,
      withBack,
      { isEntryClaimed: false },
      /does not know that it shows a page of token A/,
    );
  });

  it('finds that a page counts as one of another token where Back does not make the token of its entry the current one', (test) => {
    expectFound(
      test,
      1,
      withBack,
      { isTokenRestored: false },
      /takes a page of token A for one of token B/,
    );
  });

  it('finds that an outcome is lost where a record is not written back after a page has cleared the storage', (test) => {
    const budget = { 'land A': 1, hop: 1, clear: 1, 'lose request': 1 };
    expectFound(test, 1, budget, { isRecordKept: false }, /nothing was counted for token A/);
  });

  it('finds that an outcome is lost where a landing does not keep the records of earlier tokens', (test) => {
    const budget = { 'land A': 1, 'land B': 1, 'lose request': 1 };
    expectFound(test, 1, budget, { isChainKept: false }, /nothing was counted for token A/);
  });
});

const isMarkOfAttempt = (step: AttemptStep) => step.kind === 'mark' && !step.record.result;
