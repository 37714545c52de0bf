import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from 'prettier';
import { matrixOf, textOf, withRun } from '../support/fault-matrix.ts';
import type { RunRow } from '../support/fault-matrix.ts';

const moment = (when: string, received = '200 (spent)') => ({
  when,
  seen: 'Saved. [Try | again]',
  record: 'confirmed, *status*: 200',
  received,
});

const BREAKS: RunRow = {
  title: 'the connection breaks',
  moments: [moment('at first', 'cut'), moment('tried again')],
};
const BLOCKED: RunRow = {
  title: 'storage is blocked',
  moments: [moment('at first')],
  why: 'WebKitGTK <has> no setting for it: none.',
};
const FULL: RunRow = { title: 'storage is full', moments: [moment('at first')] };

/** As it comes back from the file. */
const kept = async (matrix: Parameters<typeof textOf>[0]) =>
  matrixOf(await format(textOf(matrix), { parser: 'markdown' }));

const shownIn = (matrix: Parameters<typeof textOf>[0]) =>
  matrix.map(({ title, shown }) => [title, Object.keys(shown).sort()]);

test('the matrix reads from its file what it wrote there', async () => {
  const matrix = withRun([], 'firefox', [BREAKS, BLOCKED, FULL]);
  const [breaks, blocked, full] = await kept(matrix);
  assert.deepEqual(breaks?.shown, { firefox: BREAKS.moments });
  assert.deepEqual(blocked, {
    title: BLOCKED.title,
    shown: { firefox: BLOCKED.moments },
    why: BLOCKED.why,
  });
  assert.deepEqual(full?.shown, { firefox: FULL.moments });
});

test('a run of one engine leaves in the file what the others showed, in the same order', async () => {
  const chromium = await kept(withRun([], 'chromium', [BREAKS, BLOCKED, FULL]));
  const both = await kept(withRun(chromium, 'webkit', [BREAKS, FULL]));
  assert.deepEqual(shownIn(both), [
    [BREAKS.title, ['chromium', 'webkit']],
    [BLOCKED.title, ['chromium']],
    [FULL.title, ['chromium', 'webkit']],
  ]);
  assert.equal(both[1]?.why, BLOCKED.why);
  const again = withRun(both, 'chromium', [BREAKS, BLOCKED, FULL]);
  assert.equal(textOf(again), textOf(both));
});

test('an engine that shows something else has lines of its own', () => {
  const other = { ...BREAKS, moments: [moment('at first', 'cut, then 200 (spent)')] };
  const same = withRun(withRun([], 'chromium', [BREAKS]), 'webkit', [BREAKS]);
  const lines = textOf(withRun(same, 'firefox', [other])).split('\n');
  assert.deepEqual(
    lines.filter((line) => line.startsWith('|')).map((line) => line.split(' | ').slice(0, 3)),
    [
      ['| What goes wrong', 'In', 'When'],
      ['| ---', '---', '---'],
      ['| the connection breaks', 'Chromium, WebKitGTK', 'at first'],
      ['| ', '', 'tried again'],
      ['| ', 'Firefox', 'at first'],
    ],
  );
});

test('a row that no engine shows any more goes', () => {
  const both = withRun(withRun([], 'chromium', [BREAKS, FULL]), 'firefox', [BREAKS, FULL]);
  const one = withRun(both, 'chromium', [BREAKS]);
  assert.deepEqual(shownIn(one), [
    [BREAKS.title, ['chromium', 'firefox']],
    [FULL.title, ['firefox']],
  ]);
  assert.deepEqual(shownIn(withRun(one, 'firefox', [BREAKS])), [
    [BREAKS.title, ['chromium', 'firefox']],
  ]);
});
