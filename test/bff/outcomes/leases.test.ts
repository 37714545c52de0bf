import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLeases } from '../../../src/bff/outcomes/leases.ts';

function startLeases() {
  const released: string[] = [];
  const leases = createLeases({ release: (owner) => void released.push(owner) }, 60_000);
  return { leases, released };
}

describe('The leases of a process', () => {
  it('have an owner each, so that a row that is claimed again is no longer held by the earlier claim', () => {
    const { leases } = startLeases();
    const [one, other] = [leases.begin(), leases.begin()];
    assert.notEqual(one.owner, other.owner);
    assert.deepEqual(leases.leaseOf(one.owner), one);
  });

  it('have owners that no other process has', () => {
    assert.notEqual(startLeases().leases.begin().owner, startLeases().leases.begin().owner);
  });

  it('are released at the end, but not those whose rows are all saved', async () => {
    const { leases, released } = startLeases();
    const [saved, half, open] = [leases.begin(), leases.begin(), leases.begin()];
    leases.expect(saved.owner, 1);
    leases.expect(half.owner, 2);
    leases.end(saved.owner);
    leases.end(half.owner);
    await leases.release();
    assert.deepEqual(released, [half.owner, open.owner]);
  });
});
