/** Where each part of the demo is, as an origin. */
export interface Addresses {
  /** The marketplace. On another site than the others, as in life. */
  service: string;
  /** The survey. */
  buyer: string;
  /** The partner to whom a survey leads on: another origin of the buyer's site. */
  partner: string;
}
