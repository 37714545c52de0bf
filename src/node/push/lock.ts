import { rmSync } from 'node:fs';
import { VaultError } from '../../protocol/index.ts';

/**
 * Keeps a second process from writing the same file. The lock is the operating system's, held through SQLite: it ends with the process, however
 * that ends. An empty file beside the other one may be left.
 *
 * @returns gives the lock back
 * @throws VaultError `invalid_request` where another process has it
 */
export async function lock(path: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const beside = `${path}.lock`;
  const database = new DatabaseSync(beside);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new VaultError('invalid_request', `Another process is writing ${path} at the moment.`);
  }
  return () => {
    database.close();
    rmSync(beside, { force: true });
  };
}
