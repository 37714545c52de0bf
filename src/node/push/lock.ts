import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { VaultError } from '../../protocol/index.ts';

/** SQLite's error code for a read-only file. @see https://www.sqlite.org/rescode.html#readonly */
const READONLY = 8;

/** SQLite's error code for a file that another process has locked. @see https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/**
 * Locks a file against other processes. Uses a lock of the operating system, held through SQLite, which ends with the process in every case. The
 * empty lock file is never deleted: otherwise one process could lock the deleted file while another locks a new one. It lies beside the file itself,
 * also if `path` is a symbolic link: otherwise another process could lock the same file by another name.
 *
 * @returns a function that releases the lock
 * @throws VaultError `invalid_request` if another process holds the lock, or the lock file is read-only or cannot be created
 */
export async function lock(path: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const beside = `${await realPathOf(path)}.lock`;
  const open = () => {
    try {
      return new DatabaseSync(beside);
    } catch (error) {
      throw notCreated(beside, error);
    }
  };
  const database = open();
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
    if ((errcode & 0xff) !== BUSY) throw notCreated(beside, error);
    throw new VaultError(
      'invalid_request',
      `Another process is writing ${path}. Wait until it ends, or choose another file with --results.`,
    );
  }
  return () => database.close();
}

const notCreated = (beside: string, error: unknown) =>
  new VaultError(
    'invalid_request',
    `${beside} cannot be created (${(error as Error).message}). Choose another file with --results.`,
  );

/** Returns the path of a file without symbolic links. The file may not exist yet, also if `path` is a link to it. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return realPathOf(resolve(dirname(path), target));
    return join(await realpath(dirname(path)), basename(path));
  }
}
