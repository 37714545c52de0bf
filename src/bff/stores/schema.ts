import { VaultError } from '../../protocol/index.ts';

/** A schema of a database: its first version, and the steps to each later one. */
export interface Schema {
  /** SQL that creates version 1. */
  create: string;
  /** The step to version 2, to version 3, and so on. */
  steps: readonly SchemaStep[];
}

/** A step to the next version, in two halves, so that processes of both versions can work in between. */
interface SchemaStep {
  /** SQL condition that is true once `expand` has run. */
  isExpanded: string;
  /** SQL that adds what the next version needs. Keeps what the version before needs. */
  expand: string;
  /** SQL that removes what only the version before needs. */
  contract: string;
}

/** Returns the version that a database has after the contraction of all steps. */
export const versionOf = ({ steps }: Schema): number => steps.length + 1;

/** Returns the SQL that creates the latest version at once: no process of an earlier version uses what was just created. */
export const creationOf = ({ create, steps }: Schema): string =>
  create + steps.map(({ expand, contract }) => expand + contract).join('');

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
