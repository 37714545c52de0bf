import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workersFor } from './workers.ts';

describe('The number of workers', () => {
  it('falls with the load, and is never below one', () => {
    assert.ok(workersFor(2, 1) > workersFor(1, 1));
    assert.equal(workersFor(2, 2), 4);
    assert.equal(workersFor(0.1, 2), 1);
    assert.equal(workersFor(0, 2), 1);
  });
});
