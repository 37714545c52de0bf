import { VaultError } from '../../protocol/index.ts';

/** SQLite's code for a file that may only be read. @see https://www.sqlite.org/rescode.html#readonly */
const READONLY = 8;

/**
 * Keeps a second process from writing the same file. The lock is the operating system's, held through SQLite: it ends with the process, however
 * that ends. An empty file stays beside the other one: were it removed, one process could lock the removed file, and another one a new one.
 *
 * @returns gives the lock back
 * @throws VaultError `invalid_request` where another process has it, or its file may not be written
 */
export async function lock(path: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const beside = `${path}.lock`;
  const database = new DatabaseSync(beside);
  try {
    // No journal on the disk: nothing is ever written. A file that may only be read would be locked for nobody else; there the last one fails.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
  } catch (error) {
    database.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === READONLY) {
      throw new VaultError('invalid_request', `${beside} may not be written: remove it.`);
    }
    throw new VaultError('invalid_request', `Another process is writing ${path} at the moment.`);
  }
  return () => database.close();
}
