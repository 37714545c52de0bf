import { randomId } from './hash.ts';
import type { Sleep } from '../sleep.ts';
import type { Grant, GrantLeases } from '../stores/store.ts';

/**
 * Lifetime of a lease that is not renewed, because its owner crashed. It may be shorter than a token request, since leases are renewed during
 * requests. After a crash, others wait for less than the duration of one request.
 */
export const LEASE_LIFETIME_MS = 20_000;

/** Maximum time for which a lease is renewed, so that a stuck owner loses it: twice the duration of a token request, and time to save. */
export const LEASE_CEILING_MS = 180_000;

/** The exclusive right to refresh a grant. */
export interface Lease {
  owner: string;
  /** The grant at the time when the lease was taken. */
  grant: Grant;
  /** Renews the lease and returns whether this owner holds it. If not, another process may have sent the same refresh token since. */
  isHeld: () => Promise<boolean>;
  /** Releases the lease. */
  release(): Promise<void>;
}

/**
 * Takes the lease of a grant and renews it until it is released.
 *
 * @returns `undefined` if another owner holds the lease, or if the grant does not exist
 */
export async function takeLease(
  store: Omit<GrantLeases, 'markRefreshing'>,
  sleep: Sleep,
  grantId: string,
): Promise<Lease | undefined> {
  const owner = randomId();
  const grant = await store.takeLease(grantId, owner, LEASE_LIFETIME_MS);
  if (!grant) return undefined;

  const isHeld = async () => store.renewLease(grantId, owner, LEASE_LIFETIME_MS);
  const released = new AbortController();
  const renewals = keepRenewing();

  async function keepRenewing() {
    const rounds = LEASE_CEILING_MS / (LEASE_LIFETIME_MS / 3);
    for (let round = 1; round < rounds; round += 1) {
      await sleep(LEASE_LIFETIME_MS / 3, released.signal);
      if (released.signal.aborted) return;
      try {
        if (!(await isHeld())) return;
      } catch {
        // The store is unreachable. Two more attempts follow before the lease expires.
      }
    }
  }

  return {
    owner,
    grant,
    isHeld,
    async release() {
      released.abort();
      await renewals;
      try {
        await store.releaseLease(grantId, owner);
      } catch {
        // The lease expires by itself.
      }
    },
  };
}
