import { VaultError } from '../../protocol/index.ts';

/**
 * Keeps a second process from writing the same file. The lock is the operating system's, held through SQLite: it ends with the process, however
 * that ends. An empty file stays beside the other one: were it removed, one process could lock the removed file, and another one a new one.
 *
 * @returns gives the lock back
 * @throws VaultError `invalid_request` where another process has it
 */
export async function lock(path: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(`${path}.lock`);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new VaultError('invalid_request', `Another process is writing ${path} at the moment.`);
  }
  return () => database.close();
}
