import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counted, countedAs } from '../../src/node/counted.ts';

describe('a number that a command prints', () => {
  it('has its thousands apart', () => {
    assert.equal(counted(1_234_567), '1,234,567');
  });

  it('stands before one of something, or before several', () => {
    const lines = [0, 1, 2, 1000].map((count) => countedAs(count, 'line'));
    assert.deepEqual(lines, ['0 lines', '1 line', '2 lines', '1,000 lines']);
    assert.deepEqual(
      [1, 2].map((count) => countedAs(count, 'is', 'are')),
      ['1 is', '2 are'],
    );
  });
});
