import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Grant, Grants } from '../stores/store.ts';
import { assertText } from '../grants/subjects.ts';
import type { Subjects } from '../grants/subjects.ts';
import { reconnectRequired, assertUsableGrant } from '../grants/usable-grant.ts';

/** Lifetime of a cached grant. A push may therefore succeed up to one second after a disconnect. */
const LOOKUP_LIFETIME_MS = 1000;

/** Number of cached lookups. Items of one subject usually come together. */
const MAX_LOOKUPS = 250;
const MAX_ENDED = 10_000;

/** Finds grants for bulk pushes. */
export interface GrantsOfSubjects {
  /**
   * Returns the grant of a subject. Lookups of the same subject within a second share one query of the store.
   *
   * @throws VaultError `invalid_request` (no subject), `configuration_error` (the subject is not a string), `not_connected`, `reconnect_required`
   *   (the grant is dead, or has {@link markDead}), `store_unavailable`
   */
  find(subject: string): Promise<Grant>;
  /** Marks a grant as dead. It is not returned again, until its user connects anew. */
  markDead(grant: Grant): void;
}

/**
 * @param now real time in milliseconds since 1970
 * @param monotonicNowMs monotonic time in milliseconds
 */
export function createGrantsOfSubjects(
  store: Pick<Grants, 'findGrantOfSubject'>,
  subjects: Subjects,
  now: () => number,
  monotonicNowMs: () => number,
): GrantsOfSubjects {
  const lookups = new BoundedMap<string, { found: Promise<Grant | undefined>; untilMs: number }>(
    MAX_LOOKUPS,
  );
  /** Id of the dead grant, by subject. */
  const endedIds = new BoundedMap<string, string>(MAX_ENDED);

  function findCached(subject: string): Promise<Grant | undefined> {
    const known = lookups.get(subject);
    if (known && monotonicNowMs() < known.untilMs) return known.found;
    const entry = { found: findInStore(subject), untilMs: monotonicNowMs() + LOOKUP_LIFETIME_MS };
    lookups.set(subject, entry);
    entry.found.then(
      // Do not cache a grant beyond its expiry, because it is then refreshed.
      (grant) => {
        const restMs = grant ? grant.expiresAtMs - now() : Infinity;
        entry.untilMs = Math.min(entry.untilMs, monotonicNowMs() + restMs);
      },
      () => (entry.untilMs = -Infinity),
    );
    return entry.found;
  }

  const findInStore = async (subject: string) =>
    store.findGrantOfSubject(await subjects.nameOf(subject));

  return {
    async find(subject) {
      if ((subject as string | undefined | null) === undefined || subject === '') {
        throw new VaultError('invalid_request', 'The subject is missing.');
      }
      assertText(subject);
      const grant = assertUsableGrant(await findCached(subject));
      if (endedIds.get(grant.subject) === grant.id) throw reconnectRequired();
      return grant;
    },
    markDead: ({ subject, id }) => void endedIds.set(subject, id),
  };
}
