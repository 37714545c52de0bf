/**
 * What is there: nothing; what an earlier version of Vaultlink has made; that and what this version needs (`expanded`), which processes of both
 * use side by side; or what this version needs alone (`contracted`).
 */
export type Stage = 'none' | 'earlier' | 'expanded' | 'contracted';

/** Brings what a store keeps to this version in two steps, so that processes are replaced one by one: expand, then contract. */
export interface Migration {
  /** @throws VaultError `configuration_error` where a later version has written what is there */
  stage(): Promise<Stage>;
  /**
   * Makes what this version needs, or adds it. Takes nothing away that a process of an earlier version needs.
   *
   * @throws VaultError `configuration_error` where a later version has written what is there, or the user of the database may not
   */
  expand(): Promise<void>;
  /**
   * Takes away what only earlier versions need, and keeps their processes out.
   *
   * @returns whether it was done; `false`: a process of an earlier version began an authorization within the last hour
   * @throws VaultError see {@link Migration.expand}
   */
  contract(): Promise<boolean>;
  /** What the two steps run, for who carries them out by hand; empty: there is nothing to run. */
  sql(): Promise<{ expand: string; contract: string }>;
}
