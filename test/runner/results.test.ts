import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestRecord } from './record.ts';
import {
  deservesSecondTry,
  failedFilesOf,
  failedTitlesOf,
  judgeSuite,
  secondTryOf,
  sumOf,
  summaryOf,
} from './results.ts';

const flow = (title: string, rest: Partial<TestRecord> = {}): TestRecord => ({
  ...{ kind: 'test', suite: 'flows', file: 'test/e2e/once.spec.ts', title, verdict: 'passed' },
  ...rest,
});
const failed = (title: string, rest: Partial<TestRecord> = {}) =>
  flow(title, { verdict: 'failed', error: 'It never came\nwithin 20 s\nat line 3', ...rest });
const again = (title: string, rest: Partial<TestRecord> = {}) =>
  flow(title, { suite: secondTryOf('flows'), ...rest });

describe('The results of a run', () => {
  it('name a flow that passes alone as unsteady, with its first error and its second trace', () => {
    const results = judgeSuite(
      [flow('a'), failed('b'), again('b', { trace: 'test-results/flows/b/trace.zip' })],
      'flows',
    );
    const { lines, isGreen } = summaryOf(results);
    assert.equal(isGreen, true);
    assert.deepEqual(lines, [
      '— unsteady: flows: test/e2e/once.spec.ts: b',
      '  failed first: It never came within 20 s',
      '  passed alone; trace: test-results/flows/b/trace.zip',
      '2 passed, 0 failed',
    ]);
  });

  it('are red where a flow fails twice', () => {
    const results = judgeSuite(
      [failed('b'), again('b', { verdict: 'failed', error: 'again' })],
      'flows',
    );
    const { lines, isGreen } = summaryOf(results);
    assert.equal(isGreen, false);
    assert.deepEqual(lines, [
      '— failed: flows: test/e2e/once.spec.ts: b',
      '    It never came',
      '    within 20 s',
      '    at line 3',
      '0 passed, 1 failed',
    ]);
  });

  it('are red for a final failure, even where the second try passes', () => {
    const records = [failed('b', { isFinal: true }), again('b')];
    assert.equal(summaryOf(judgeSuite(records, 'flows')).isGreen, false);
    assert.equal(deservesSecondTry(records, 'flows'), false);
  });

  it('are red for a flow that failed and was not run again', () => {
    assert.equal(summaryOf(judgeSuite([failed('b')], 'flows')).isGreen, false);
  });

  it('give up to three failed flows a second try, and no more', () => {
    const three = ['a', 'b', 'c'].map((title) => failed(title));
    assert.equal(deservesSecondTry(three, 'flows'), true);
    assert.equal(deservesSecondTry([...three, failed('d')], 'flows'), false);
    assert.equal(deservesSecondTry([flow('a')], 'flows'), false);
  });

  it('give a second try to each file of the elements in which a test failed', () => {
    const elements = (title: string, file: string) => failed(title, { suite: 'elements', file });
    const records = [elements('a', 'one.test.ts'), elements('b', 'one.test.ts'), failed('c')];
    assert.deepEqual(failedFilesOf(records, 'elements'), ['one.test.ts']);
    assert.deepEqual(failedTitlesOf(records, 'elements'), ['a', 'b']);
  });

  it('count the tests of a page that hung as one, and believe its second try where no test of it fails', () => {
    const page = { suite: 'elements', file: 'one.test.ts', sharesPage: true };
    const hung = ['a', 'b', 'c', 'd', 'Timeout of 120000ms exceeded'].map((title) =>
      failed(title, page),
    );
    assert.equal(deservesSecondTry(hung, 'elements'), true);
    const suite = secondTryOf('elements');
    const second = ['a', 'b', 'c', 'd'].map((title) => flow(title, { ...page, suite }));
    const { lines, isGreen } = summaryOf(judgeSuite([...hung, ...second], 'elements'));
    assert.equal(isGreen, true);
    assert.equal(lines.at(-1), '5 passed, 0 failed');
    const third = [...second.slice(1), failed('a', { ...page, suite })];
    assert.equal(summaryOf(judgeSuite([...hung, ...third], 'elements')).isGreen, false);
  });

  it('are red where more than three flows of all suites together are unsteady', () => {
    const [two, four] = [
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
    ].map((titles) => titles.map((title) => judgeSuite([failed(title), again(title)], 'flows')));
    assert.equal(summaryOf(sumOf(two ?? [])).isGreen, true);
    const { lines, isGreen } = summaryOf(sumOf(four ?? []));
    assert.equal(isGreen, false);
    assert.ok(lines.includes('— failed: 4 tests are unsteady; 3 may be'));
    assert.equal(lines.at(-1), '4 passed, 1 failed');
  });

  it('tell apart two flows with one title in two files', () => {
    const other = { file: 'test/e2e/hops.spec.ts' };
    const results = judgeSuite([failed('b'), failed('b', other), again('b', other)], 'flows');
    assert.deepEqual(
      results.failures.map((failure) => failure.split('\n')[0]),
      ['flows: test/e2e/once.spec.ts: b'],
    );
  });
});
