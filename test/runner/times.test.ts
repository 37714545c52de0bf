import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dearest } from './times.ts';

describe('The times of a run', () => {
  it('list the dearest steps and files first, and no more than asked for', () => {
    const times = dearest(
      [
        { kind: 'step', name: 'build', seconds: 8 },
        { kind: 'file', suite: 'node', file: 'test/a.test.ts', seconds: 9 },
        { kind: 'file', suite: 'node', file: 'test/b.test.ts', seconds: 1 },
        { kind: 'test', suite: 'node', file: 'test/b.test.ts', title: 'works', verdict: 'passed' },
      ],
      2,
    );
    assert.deepEqual(times, [
      { name: '  node: test/a.test.ts', seconds: 9 },
      { name: 'build', seconds: 8 },
    ]);
  });
});
