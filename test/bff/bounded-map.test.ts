import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap } from '../../src/bff/bounded-map.ts';

describe('a bounded map', () => {
  it('evicts the oldest entry when it would exceed its limit', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('c', 3);
    assert.deepEqual([...map], Object.entries({ b: 2, c: 3 }));
  });

  it('counts an entry that is set again as the newest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    assert.deepEqual([...map], Object.entries({ a: 3, c: 4 }));
  });
});
