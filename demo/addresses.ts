/** Default of the first of the four ports. */
export const DEFAULT_PORT = 4800;

/** Origins of the parts of the demo. */
export interface Addresses {
  /** The marketplace, on another site than the others. */
  service: string;
  /** The start page and the sample survey. */
  sample: string;
  /** The panel whose members connect their vaults, with the backend for the front end on the same origin. */
  panel: string;
  /** The club, whose members connect their vaults through a backend without Vaultlink. */
  club: string;
}
