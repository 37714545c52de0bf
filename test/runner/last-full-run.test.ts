import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Suite } from '../suites.ts';
import { planOuter, slownessOf } from './last-full-run.ts';

const outer = (name: string, minutes: number, concern: string): Suite => ({
  ...{ name, runner: 'node', engine: 'chromium', files: [], minutes },
  outside: { reason: 'for a test', concerns: [concern] },
});
const SITE = outer('site', 2, 'docs/');
const SOAK = outer('soak', 5, 'src/browser/');
const INNER: Suite = { name: 'node', runner: 'node', engine: 'chromium', files: [], minutes: 5 };

const PROOFS = {
  site: { commit: 'aaa', at: '2026-11-02T00:00:00Z' },
  soak: { commit: 'bbb', at: '2026-11-01T00:00:00Z' },
};

const namesOf = (suites: readonly Suite[]) => suites.map(({ name }) => name);

describe('The plan of the outer circle', () => {
  it('has the suites that a change since their last proof concerns', () => {
    const changed = (commit: string) => (commit === 'aaa' ? ['docs/index.md'] : ['README.md']);
    const { run, leftOut } = planOuter([INNER, SITE, SOAK], PROOFS, 60, changed);
    assert.deepEqual(namesOf(run), ['site']);
    assert.deepEqual(leftOut, [{ suite: SOAK, reason: 'nothing that concerns it has changed' }]);
  });

  it('begins with the suite that is unproved longest, as far as the minutes allow', () => {
    const changed = () => ['docs/index.md', 'src/browser/loader.ts'];
    assert.deepEqual(namesOf(planOuter([SITE, SOAK], PROOFS, 60, changed).run), ['soak', 'site']);
    const { run, leftOut } = planOuter([SITE, SOAK], PROOFS, 6, changed);
    assert.deepEqual(namesOf(run), ['soak']);
    assert.deepEqual(leftOut, [{ suite: SITE, reason: 'its 2 minutes are not left' }]);
  });

  it('has a suite that was never proved, or at a commit that is not known here', () => {
    assert.deepEqual(namesOf(planOuter([SITE], {}, 60, () => []).run), ['site']);
    assert.deepEqual(namesOf(planOuter([SITE], PROOFS, 60, () => undefined).run), ['site']);
  });

  it('never has a suite of the inner circle', () => {
    assert.deepEqual(namesOf(planOuter([INNER], {}, 60, () => undefined).run), []);
  });
});

describe('How slow a machine is', () => {
  const tookSeconds = (name: string, seconds: number) => ({ kind: 'step', name, seconds }) as const;

  it('is told by what the suites were planned to take', () => {
    assert.equal(
      slownessOf([INNER, SITE], [tookSeconds('node', 600), tookSeconds('site', 240)]),
      2,
    );
  });

  it('leaves out a suite that did not run', () => {
    assert.equal(slownessOf([INNER, SITE], [tookSeconds('node', 450)]), 1.5);
  });

  it('is never below what was planned, and is that where nothing has run', () => {
    assert.equal(slownessOf([INNER], [tookSeconds('node', 30)]), 1);
    assert.equal(slownessOf([INNER], []), 1);
  });
});
