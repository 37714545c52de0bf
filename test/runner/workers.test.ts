import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workersFor } from './workers.ts';

describe('The number of flows at once', () => {
  it('falls with the load, and is never below one', () => {
    assert.ok(workersFor(2) > workersFor(1));
    assert.equal(workersFor(0.1), 1);
    assert.equal(workersFor(0), 1);
  });
});
