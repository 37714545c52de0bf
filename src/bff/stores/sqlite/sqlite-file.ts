import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds that SQLite itself waits while another process writes. It blocks the process, so longer waits are up to the caller. */
const BUSY_TIMEOUT_MS = 5;

/**
 * Size of the memory map, which saves copying pages: the most that SQLite can map. A larger page cache does not help if all sessions are used equally
 * often. `test/bench/session-check.ts` measures it.
 *
 * @see https://sqlite.org/mmap.html
 */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** SQLite's name for a database in memory. */
export const IN_MEMORY = ':memory:';

/** Opens a file for its owner only, and creates it if it is missing. */
export function openFile(path: string): DatabaseSync {
  if (path !== IN_MEMORY) closeToOthers(path);
  return openFileAsItIs(path);
}

/** Opens a file without changing its permissions. */
export function openFileAsItIs(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}

/**
 * Returns a function that throws unless the file that was opened is still at its path. SQLite would otherwise write to a file that nobody finds after a
 * restart.
 */
export function createPlaceCheck(path: string): () => void {
  if (path === IN_MEMORY) return () => undefined;
  // The process may change its folder later.
  const place = resolve(path);
  const opened = statSync(place);
  return () => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new Error(
      `The file ${place} was moved, deleted or replaced while it was open. Nothing is written until it is back. To use another file, restart the process.`,
    );
  };
}

/** Configures a database: commits survive a power loss (but for {@link withoutDiskWait}), readers do not wait for writers, and reads are cheap. */
export function configureDatabase(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
}

/**
 * Runs a write without waiting for the disk, which blocks the process for milliseconds. A power loss can undo the write, but only together with all
 * writes that follow it: the next one that waits for the disk makes it durable, too.
 *
 * @see https://sqlite.org/pragma.html#pragma_synchronous
 */
export function withoutDiskWait<T>(database: DatabaseSync, write: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return write();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** Runs `work` in a transaction. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Ends a transaction that failed. SQLite has already rolled back by itself after some errors, such as a full disk, and then refuses to do it again. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The error that ended the transaction says more.
  }
}

/**
 * Restricts the file to its owner, because it contains the names of users. SQLite gives `-wal` and `-shm` the same permissions. A file that everybody
 * may read, as another program may have created it, is restricted. Group permissions are the owner's choice and stay.
 */
function closeToOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  if (!(statSync(path).mode & 0o007)) return;
  try {
    for (const end of ['', '-wal', '-shm']) {
      if (statSync(path + end, { throwIfNoEntry: false })) chmodSync(path + end, 0o600);
    }
  } catch {
    // Another user owns the file and lets this process write to it.
  }
}
