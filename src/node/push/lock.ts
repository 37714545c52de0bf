import { VaultError } from '../../protocol/index.ts';

/** SQLite's error code for a read-only file. @see https://www.sqlite.org/rescode.html#readonly */
const READONLY = 8;

/**
 * Locks a file against other processes. Uses a lock of the operating system, held through SQLite, which ends with the process in every case. The
 * empty lock file is never deleted: otherwise one process could lock the deleted file while another locks a new one.
 *
 * @returns a function that releases the lock
 * @throws VaultError `invalid_request` if another process holds the lock, or the lock file is read-only
 */
export async function lock(path: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const beside = `${path}.lock`;
  const database = new DatabaseSync(beside);
  try {
    // Nothing is ever written, so no journal on the disk is needed. A read-only file would be locked for no other process; the last statement
    // fails there.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
  } catch (error) {
    database.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === READONLY) {
      throw new VaultError(
        'invalid_request',
        `${beside} is read-only. Delete it, and run the command again.`,
      );
    }
    throw new VaultError(
      'invalid_request',
      `Another process is writing ${path}. Wait until it ends, or choose another file with --results.`,
    );
  }
  return () => database.close();
}
