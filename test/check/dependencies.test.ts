import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { judge } from '../../src/check/index.ts';
import type { Observations, VerdictId } from '../../src/check/index.ts';
import { page, visit, WITHOUT_TAG } from './visits.ts';

const [report] = visit().reports;
assert.ok(report);

const landed = page('/', { hasLanded: true });
const lost = { hasLanded: true, hasToken: false };
const elsewhere = { ...page('/', { hasToken: false }), address: 'https://pay.example/' };

const AFTER_LANDING: readonly VerdictId[] = ['reported', 'outcome'];

/** What breaks a verdict and no other, and the verdicts that cannot be given then. */
const BROKEN: Partial<
  Record<VerdictId, [changes: Partial<Observations>, skipped: readonly VerdictId[]]>
> = {
  opens: [
    { landing: { status: 500 } },
    ['service', 'tag', 'captured', 'address', 'kept', 'private', ...AFTER_LANDING],
  ],
  service: [
    {
      pages: [
        page('/', { hasLanded: true, problems: [{ cause: 'base-url-form', sentence: '' }] }),
        page('/end'),
      ],
      reports: [],
    },
    AFTER_LANDING,
  ],
  tag: [
    { pages: [page('/', { ...WITHOUT_TAG, hasLanded: true })], reports: [] },
    ['captured', 'address', 'kept', ...AFTER_LANDING],
  ],
  captured: [{ pages: [page('/', lost)] }, ['address', 'kept', ...AFTER_LANDING]],
  kept: [{ pages: [landed, elsewhere] }, AFTER_LANDING],
  reported: [{ reports: [report, report] }, ['outcome']],
};

describe('A verdict that depends on another one', () => {
  for (const [rule, [changes, skipped]] of Object.entries(BROKEN)) {
    it(`is skipped only if "${rule}" is a no`, () => {
      const findings = judge(visit(changes));
      const broken = findings.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(
        broken.map(({ id }) => id),
        [rule],
      );
      const reason = `Skipped because of "${broken[0]?.title}".`;
      assert.deepEqual(
        findings.filter(({ cause }) => cause === reason).map(({ id }) => id),
        skipped,
      );
    });
  }
});

describe('The page about the check', () => {
  it('explains each verdict under its title, in order', () => {
    const [, list = ''] =
      /### The verdicts\n([^]*?)\n###/.exec(readFileSync('docs/check.md', 'utf8')) ?? [];
    const titles = [...list.matchAll(/^- \*\*(.*?)\*\*:/gm)].map(([, title]) => title);
    assert.deepEqual(
      titles,
      judge(visit()).map(({ title }) => title),
    );
  });
});
