/** How a page drives the authorization itself, for a backend that offers only the hook. @see README, "A backend of your own: the hook" */
export interface HookOptions {
  /** The service's authorization page. */
  authorizeUrl: string;
  clientId: string;
  /** Exactly as in the client's settings: the page that finishes, without a hash. @see interface §2.1 */
  redirectUri: string;
  /** Where the four fields are posted: the backend behind it adds the secret and exchanges the code. @see interface §4.2 */
  exchangeUrl: string;
  /** Where the user ends up, on this origin. Default: the page where the flow began. */
  returnTo?: string | undefined;
}

/** What the authorization page may put on the callback; the first two on every answer. @see RFC 6749 section 4.1.2, RFC 9207 */
const RESPONSE_NAMES = ['state', 'code', 'error', 'error_description', 'error_uri', 'iss'];

/**
 * Takes parameters out of the address bar. What else is there stays as it is written: the path, other parameters, the hash and `history.state`.
 *
 * @returns what was taken
 */
export function takeParameters(names: readonly string[]): URLSearchParams {
  const url = new URL(location.href);
  const taken: string[] = [];
  const rest = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !names.includes(pair.split('=')[0]!) || !taken.push(pair));
  // Of two question marks in front the setter takes one away.
  url.search = rest.join('&').replace(/^\?/, '??');
  if (taken.length) history.replaceState(history.state, '', url);
  return new URLSearchParams(taken.join('&'));
}

/**
 * Takes the answer of the authorization page out of the address bar, so that neither a script nor a link of this page passes the code on.
 * Call it before anything else on the page of `redirectUri`.
 *
 * @returns the answer; `undefined` where this is another page, or no answer is there
 */
export function takeAuthorizationResponse(redirectUri: string): URLSearchParams | undefined {
  const { origin, pathname } = new URL(redirectUri, location.href);
  const { searchParams } = new URL(location.href);
  return origin + pathname === location.origin + location.pathname &&
    searchParams.has('state') &&
    (searchParams.has('code') || searchParams.has('error'))
    ? takeParameters(RESPONSE_NAMES)
    : undefined;
}
