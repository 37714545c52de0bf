import { VaultError } from '../../protocol/index.ts';

/**
 * Checks that this version of Vaultlink can use a database.
 *
 * @param found version of the database; 0 if it is empty
 * @param own version that this program needs
 * @param migrates whether an older database will be migrated
 * @throws VaultError `configuration_error` if this program cannot use it
 */
export function assertVersion(found: number, own: number, migrates: boolean): void {
  const problem =
    found > own
      ? 'A later version of Vaultlink has written this database.'
      : found === own || migrates
        ? undefined
        : found
          ? 'An earlier version of Vaultlink has written this database. A backend of this version migrates it when it starts.'
          : 'This database is not set up for Vaultlink yet. The backend sets it up when it starts. If the backend is already running, it uses another database.';
  if (problem) throw new VaultError('configuration_error', problem);
}
