import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { patiently } from './patiently.ts';

/** For how long a call waits while another process writes, in milliseconds. It waits at the cost of everything else in this process. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * How much of the file is read where the system keeps it in memory, and not copied page by page: the most that SQLite can map. A larger page cache
 * does not help where every session is used as often as any other. `test/bench/session-check.ts` measures it.
 *
 * @see https://sqlite.org/mmap.html
 */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** What SQLite calls a database without a file. */
const IN_MEMORY = ':memory:';

/** Opens a file, which is made where it is missing, for its owner alone. */
export function openFile(path: string): DatabaseSync {
  if (path !== IN_MEMORY) closeToOthers(path);
  return openFileAsItIs(path);
}

/** Opens a file, and leaves the rights to it as they are. */
export function openFileAsItIs(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}

/** Sees to it that what is saved survives a loss of power, that nobody waits for who only reads, and that reading costs little. */
export function setUp(database: DatabaseSync): void {
  patiently(() => database.exec('PRAGMA journal_mode = WAL'), BUSY_TIMEOUT_MS);
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
}

/** Does `work` whole or not at all. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Makes the file for its owner alone, since users are named in it; SQLite gives `-wal` and `-shm` the same rights. A file that everybody may read,
 * as earlier versions made it, is closed to all but its owner; rights of a group alone are its owner's choice, and stay.
 */
function closeToOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  if (!(statSync(path).mode & 0o007)) return;
  try {
    for (const end of ['', '-wal', '-shm']) {
      if (statSync(path + end, { throwIfNoEntry: false })) chmodSync(path + end, 0o600);
    }
  } catch {
    // It is somebody else's, who has let this process write there.
  }
}
