/**
 * State of a database. `none`: it is empty. `earlier`: an earlier version of Vaultlink has created it. `expanded`: processes of the earlier and of
 * this version can use it together. `contracted`: only this version can use it.
 */
export type Stage = 'none' | 'earlier' | 'expanded' | 'contracted';

/** Migrates a database to this version in two steps, expand and contract, so that processes can be replaced one by one. */
export interface Migration {
  /**
   * Returns the state of the database.
   *
   * @throws VaultError `configuration_error` if a later version has written the database
   */
  stage(): Promise<Stage>;
  /**
   * Creates or adds what this version needs. Removes nothing that processes of an earlier version need.
   *
   * @throws VaultError `configuration_error` if a later version has written the database, or if the database user lacks permission
   */
  expand(): Promise<void>;
  /**
   * Removes what only earlier versions need, and refuses their processes from then on. Does nothing before {@link Migration.expand}.
   *
   * @throws VaultError see {@link Migration.expand}
   */
  contract(): Promise<void>;
  /** Returns the SQL of the two steps, to run it by hand. Empty: there is nothing to run. */
  sql(): Promise<{ expand: string; contract: string }>;
}
