import { randomId } from './hash.ts';
import type { Sleep } from './sleep.ts';
import type { Grant, Store } from '../stores/store.ts';

/**
 * Without being renewed for so long, a lease is anybody's: its owner has crashed. Shorter than a token request may take, since it is renewed all the
 * while: so who waits after a crash waits for less than one request.
 */
export const LEASE_LIFETIME_MS = 20_000;

/** A lease is renewed no longer than this: whoever has held it for so long is stuck. Twice a token request, and time to save. */
export const LEASE_CEILING_MS = 180_000;

/** The right to refresh a grant, while it is held. */
export interface Lease {
  owner: string;
  /** The grant, as it was when the lease was taken. */
  grant: Grant;
  /** Whether it is still, or again, ours: else another may have sent the same refresh token since. */
  isHeld: () => Promise<boolean>;
  /** Gives it back. */
  release(): Promise<void>;
}

/**
 * Takes the lease of a grant and renews it until it is released.
 *
 * @returns `undefined`: another has it, or there is no such grant
 */
export async function takeLease(
  store: Store,
  sleep: Sleep,
  grantId: string,
): Promise<Lease | undefined> {
  const owner = randomId();
  const grant = await store.takeLease(grantId, owner, LEASE_LIFETIME_MS);
  if (!grant) return undefined;

  const isHeld = async () => store.renewLease(grantId, owner, LEASE_LIFETIME_MS);
  const released = new AbortController();
  const renewed = renew();

  async function renew() {
    const rounds = LEASE_CEILING_MS / (LEASE_LIFETIME_MS / 3);
    for (let round = 1; round < rounds; round += 1) {
      await sleep(LEASE_LIFETIME_MS / 3, released.signal);
      if (released.signal.aborted) return;
      try {
        if (!(await isHeld())) return;
      } catch {
        // The store is away: there are two more rounds before the lease ends.
      }
    }
  }

  return {
    owner,
    grant,
    isHeld,
    async release() {
      released.abort();
      await renewed;
      try {
        await store.releaseLease(grantId, owner);
      } catch {
        // It ends by itself.
      }
    },
  };
}
