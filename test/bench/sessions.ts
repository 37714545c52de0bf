import { DatabaseSync } from 'node:sqlite';
import { hashOf, randomId } from '../../src/bff/grants/hash.ts';
import { createSealer } from '../../src/bff/grants/seal.ts';
import { sqliteStore } from '../../src/bff/stores/sqlite/sqlite.ts';
import { KEYS } from '../node/program.ts';

/** A pair of tokens, sealed: an access token as a JWT is most of it. */
const SEALED_CHARACTERS = 900;

const DAY_MS = 86_400_000;

/** Id that sorts before all others, so that its grant is in the sample that a backend opens at its start. */
const FIRST_ID = '-'.repeat(43);

/** Seals a pair that a backend with {@link KEYS} opens: it does not start if it can open none. */
function sealFirst(): Promise<string> {
  const [id = '', key = ''] = KEYS.split(':');
  return createSealer([{ id, key }]).seal('{}', FIRST_ID);
}

const valueOf = (number: number): string => hashOf(`session ${number}`);

/** The cookie of a session of {@link writeSessions}. */
export const cookieOf = (number: number): string => `vaultlink=${valueOf(number)}`;

/**
 * Writes sessions into a new database, each with a grant of its own. Does not use `Store.connect`, which waits for the disk each time: a million
 * of them would take half an hour.
 */
export async function writeSessions(path: string, count: number): Promise<void> {
  await sqliteStore(path).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; BEGIN');
  const addGrant = database.prepare(`INSERT INTO grants
    (id, subject, sealed, version, scope, expires_at_ms, received_at_ms)
    VALUES (?, ?, ?, 1, 'push_packet', ?, ?)`);
  const addSession = database.prepare(
    'INSERT INTO sessions (id, grant_id, expires_at_ms) VALUES (?, ?, ?)',
  );
  const nowMs = Date.now();
  const sealed = `k1.${'s'.repeat(SEALED_CHARACTERS)}`;
  const openable = await sealFirst();
  for (let number = 0; number < count; number += 1) {
    const grantId = number ? randomId() : FIRST_ID;
    addGrant.run(grantId, `user-${number}`, number ? sealed : openable, nowMs + DAY_MS, nowMs);
    addSession.run(hashOf(valueOf(number)), grantId, nowMs + DAY_MS + number);
  }
  database.exec('COMMIT');
  database.close();
}
