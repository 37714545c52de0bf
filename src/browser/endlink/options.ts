import { LANDING_NAMES } from '../../protocol/endlink.ts';
import type { LandingNames } from '../../protocol/endlink.ts';

/**
 * By which way a report reaches the service: `fetch` calls it from the page, `redirect` takes the seller to the service's own page,
 * `relay` asks the buyer's server to call it.
 */
export type Via = 'fetch' | 'redirect' | 'relay';

/**
 * The options of the script tag, from its `data-` attributes or from code. All of them are text, so that both say the same:
 * `data-base-url` is `baseUrl`.
 */
export interface EndlinkOptions {
  /** The service's address: https, or http on this machine. Without it nothing can be reported but by relay. */
  baseUrl?: string | undefined;
  /** Query parameter with the token. Default: `service_endlink_token`. @see interface §2.5 */
  tokenParam?: string | undefined;
  /** Query parameter with the seller's id. Default: `seller_id`. @see interface §2.5 */
  sellerParam?: string | undefined;
  /** Query parameter with the id of the interaction. Default: none. @see interface §2.5 */
  interactionParam?: string | undefined;
  /** `off` leaves the token in the address bar. Default: it is taken out. */
  scrub?: string | undefined;
  /** Other hosts that may receive the token, separated by spaces: `survey.example forms.example:8443`. Default: none. */
  carry?: string | undefined;
  /** `fetch`, `redirect` or `relay`. Default: `fetch`. */
  via?: string | undefined;
  /** Where `relay` posts. Default: `/vault/endlinks`. */
  relayUrl?: string | undefined;
  /** A tool's own codes for the outcomes: `1:complete 2:screenout 3:quota_full`. Default: none. */
  outcomeMap?: string | undefined;
  /** Dry run: nothing is sent, and the value scripts the result (`on` is `confirmed`). Default: for real. */
  test?: string | undefined;
}

/** How to report. */
export interface ReportOptions {
  /** Default: the `via` of the script tag. */
  via?: Via | undefined;
}

/** The parameter names that the options choose. */
export function landingNamesOf(options: EndlinkOptions): LandingNames {
  return {
    token: options.tokenParam || LANDING_NAMES.token,
    sellerId: options.sellerParam || LANDING_NAMES.sellerId,
    interactionId: options.interactionParam,
  };
}
