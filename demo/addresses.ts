/** Default of the first of the six ports. */
export const DEFAULT_PORT = 4800;

/** Origins of the parts of the demo. */
export interface Addresses {
  /** The start page with the tour. */
  tour: string;
  /** The marketplace, on another site than the others. */
  service: string;
  /** The survey. */
  buyer: string;
  /** The partner that a survey links to: another origin of the buyer's site. */
  partner: string;
  /** The panel whose members connect their vaults, with the backend for the front end on the same origin. */
  panel: string;
  /** The club, whose members connect their vaults through a backend without Vaultlink. */
  club: string;
}
