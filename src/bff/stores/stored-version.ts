import { VaultError } from '../../protocol/index.ts';

/**
 * @param found the version of what is kept; 0: nothing is
 * @param own that of this program
 * @param migrates whether what is older will be brought to it
 * @throws VaultError `configuration_error` where this program cannot use it
 */
export function assertVersion(found: number, own: number, migrates: boolean): void {
  const problem =
    found > own
      ? 'A later version of Vaultlink has written this database.'
      : found === own || migrates
        ? undefined
        : found
          ? 'An earlier version of Vaultlink has written this database: a backend of this version changes it when it starts.'
          : 'Nothing of Vaultlink is in this database yet: the backend makes it when it starts. If it runs already, it uses another.';
  if (problem) throw new VaultError('configuration_error', problem);
}
