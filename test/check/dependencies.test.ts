import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { judge } from '../../src/check/index.ts';
import type { Observations, RuleId } from '../../src/check/index.ts';
import { page, part, visit, WITHOUT_TAG } from './visits.ts';

const [report] = visit().reports;
assert.ok(report);

const landed = page('/', { hasLanded: true });
const lost = { hasLanded: true, hasToken: false };
const elsewhere = { ...page('/', { hasToken: false }), address: 'https://pay.example/' };

const AFTER_REPORT: readonly RuleId[] = ['way', 'answer', 'outcome', 'time'];
const AFTER_LANDING: readonly RuleId[] = ['steps', 'reported', ...AFTER_REPORT];

/** What breaks a rule and no other, and the rules that cannot be judged then. */
const BROKEN: Partial<
  Record<RuleId, [changes: Partial<Observations>, skipped: readonly RuleId[]]>
> = {
  landing: [
    { landing: { status: 500 } },
    [
      ...([
        'consent',
        'service',
        'tag',
        'order',
        'parts',
        'captured',
        'reload',
        'scrubbed',
      ] as const),
      ...(['kept', 'referer', 'third-party', 'second-request'] as const),
      ...AFTER_LANDING,
    ],
  ],
  consent: [
    { consent: { capturesAfterwards: true, isInTheWay: false } },
    ['tag', 'order', 'parts', 'captured', 'reload', 'scrubbed', 'kept', ...AFTER_LANDING],
  ],
  tag: [
    { pages: [page('/', { ...WITHOUT_TAG, hasLanded: true })] },
    ['order', 'parts', 'captured', 'scrubbed', 'kept', ...AFTER_LANDING],
  ],
  service: [
    {
      services: [
        { origin: 'https://service.example', reach: 'refused', detail: 'E', isLocal: false },
      ],
    },
    ['answer'],
  ],
  parts: [{ parts: [part({ status: 404 })] }, AFTER_LANDING],
  captured: [{ pages: [page('/', lost)] }, ['scrubbed', 'kept', ...AFTER_LANDING]],
  reload: [
    { pages: [page('/', lost), page('/end')], capturesAfterReload: true },
    ['kept', ...AFTER_LANDING],
  ],
  kept: [{ pages: [landed, elsewhere] }, ['reported', ...AFTER_REPORT]],
  steps: [
    { failedStep: { selector: '#start', reason: 'it is hidden' } },
    ['reported', ...AFTER_REPORT],
  ],
  reported: [{ reports: [report, report] }, AFTER_REPORT],
};

describe('A verdict that depends on another one', () => {
  for (const [rule, [changes, skipped]] of Object.entries(BROKEN)) {
    it(`is skipped only if the rule "${rule}" is broken`, () => {
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
  it('explains each rule under its title, in order', () => {
    const [, table = ''] =
      /### The rules\n([^]*?)\n###/.exec(readFileSync('docs/check.md', 'utf8')) ?? [];
    const titles = [...table.matchAll(/^\| (?!Rule|-)(.*?) +\|/gm)].map(([, title]) => title);
    assert.deepEqual(
      titles,
      judge(visit()).map(({ title }) => title),
    );
  });
});
