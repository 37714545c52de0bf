import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../grants/bounded-map.ts';
import type { Grant, Store } from '../stores/store.ts';
import { assertText } from '../grants/subjects.ts';
import type { Subjects } from '../grants/subjects.ts';
import { reconnectRequired, usable } from '../grants/usable.ts';

/** So long one look into the store counts: somebody who disconnects is pushed to for a second more, at most. */
const LOOK_LIFETIME_MS = 1000;

/** Of as many subjects it is known what was found. Items of one subject mostly come together. */
const MOST_LOOKS = 250;
const MOST_ENDED = 10_000;

/** Finds grants for pushes that come in great number. */
export interface GrantsOfSubjects {
  /**
   * The grant of a subject; those who ask for the same one within a second share one look into the store.
   *
   * @throws VaultError `invalid_request` (no subject), `configuration_error` (it is no text), `not_connected`, `reconnect_required` (it is dead, or has {@link ended}), `store_unavailable`
   */
  find(subject: string): Promise<Grant>;
  /** The grant turned out to be dead: nobody gets it any more, until its user has connected again. */
  ended(grant: Grant): void;
}

/**
 * @param now real time in milliseconds since 1970
 * @param elapsed in milliseconds since any moment; never goes back
 */
export function createGrantsOfSubjects(
  store: Pick<Store, 'findGrantOfSubject'>,
  subjects: Subjects,
  now: () => number,
  elapsed: () => number,
): GrantsOfSubjects {
  const looks = new BoundedMap<string, { found: Promise<Grant | undefined>; untilMs: number }>(
    MOST_LOOKS,
  );
  /** By subject: the id of the grant that has ended. */
  const endedIds = new BoundedMap<string, string>(MOST_ENDED);

  function look(subject: string): Promise<Grant | undefined> {
    const known = looks.get(subject);
    if (known && elapsed() < known.untilMs) return known.found;
    const entry = { found: read(subject), untilMs: elapsed() + LOOK_LIFETIME_MS };
    looks.set(subject, entry);
    entry.found.then(
      // What has expired is about to be replaced by its next version.
      (grant) => {
        const restMs = grant ? grant.expiresAtMs - now() : Infinity;
        entry.untilMs = Math.min(entry.untilMs, elapsed() + restMs);
      },
      () => (entry.untilMs = -Infinity),
    );
    return entry.found;
  }

  const read = async (subject: string) => store.findGrantOfSubject(await subjects.nameOf(subject));

  return {
    async find(subject) {
      if ((subject as string | undefined | null) === undefined || subject === '') {
        throw new VaultError('invalid_request', 'The subject is missing.');
      }
      assertText(subject);
      const grant = usable(await look(subject));
      if (endedIds.get(grant.subject) === grant.id) throw reconnectRequired();
      return grant;
    },
    ended: ({ subject, id }) => void endedIds.set(subject, id),
  };
}
