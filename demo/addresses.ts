/** The first of the six ports unless told otherwise. */
export const DEFAULT_PORT = 4800;

/** Where each part of the demo is, as an origin. */
export interface Addresses {
  /** The start page, which leads through everything else. */
  tour: string;
  /** The marketplace. On another site than the others, as in life. */
  service: string;
  /** The survey. */
  buyer: string;
  /** The partner to whom a survey leads on: another origin of the buyer's site. */
  partner: string;
  /** The panel whose members connect their vaults, with the backend for the front end on the same origin. */
  panel: string;
  /** The club that does so with a backend of its own. */
  club: string;
}
