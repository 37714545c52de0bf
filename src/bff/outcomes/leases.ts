import { randomId } from '../grants/hash.ts';
import type { Outbox, OutboxLease } from '../stores/outbox.ts';

/**
 * The leases of this process. Each accept and each claim has an owner of its own, so that work on a row fails once the row was replaced or claimed
 * again, even by the same process.
 */
export interface Leases {
  /** Returns a lease with a new owner, for an accept or a claim. */
  begin(): OutboxLease;
  leaseOf(owner: string): OutboxLease;
  /** Notes how many rows an owner has leased. */
  expect(owner: string, rows: number): void;
  /** Notes that an owner is done with one of its rows: it is saved, or another owner has it. */
  end(owner: string): void;
  /** Releases all leases, except those of rows whose request may have left. */
  release(): Promise<void>;
}

/** Creates the leases of a process. @param lifetimeMs of each of them */
export function createLeases(outbox: Pick<Outbox, 'release'>, lifetimeMs: number): Leases {
  const processId = randomId();
  let owners = 0;
  /** Number of rows that are not saved, by owner. */
  const rowsOf = new Map<string, number>();
  const leaseOf = (owner: string): OutboxLease => ({ owner, lifetimeMs });

  function expect(owner: string, rows: number): void {
    if (rows) rowsOf.set(owner, rows);
    else rowsOf.delete(owner);
  }

  return {
    leaseOf,
    expect,
    begin() {
      owners += 1;
      const owner = `${processId}.${owners}`;
      rowsOf.set(owner, 0);
      return leaseOf(owner);
    },
    end: (owner) => expect(owner, (rowsOf.get(owner) ?? 1) - 1),
    async release() {
      for (const owner of rowsOf.keys()) await outbox.release(owner);
    },
  };
}
