/** Options of a page that drives the authorization itself, for a backend that offers only the hook. @see docs/backend.md, "A backend of your own: the hook" */
export interface HookOptions {
  /** The service's authorization page. */
  authorizeUrl: string;
  /** Id of the client, as in its settings. */
  clientId: string;
  /** Exactly as in the client's settings: the page that finishes, without a hash. @see interface §2.1 */
  redirectUri: string;
  /** Address to which the four fields are posted: the backend behind it adds the secret and exchanges the code. @see interface §4.2 */
  exchangeUrl: string;
  /** Address on this origin where the user ends up. Default: the page where the flow began. */
  returnTo?: string | undefined;
}

/** Parameters that the authorization page may put on the callback. @see RFC 6749 section 4.1.2, RFC 9207 */
const RESPONSE_NAMES = ['state', 'code', 'error', 'error_description', 'error_uri', 'iss'];

/** A query that could not be changed after its parameters were read. */
let stuckQuery: string | undefined;

/**
 * Takes parameters out of the address bar. Everything else stays as it is written: the path, other parameters, the hash and `history.state`.
 *
 * @returns the parameters that were taken
 */
export function takeParameters(names: readonly string[]): URLSearchParams {
  const url = new URL(location.href);
  const taken: string[] = [];
  const rest = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !names.includes(pair.split('=')[0]!) || !taken.push(pair));
  // The setter removes one of two leading question marks.
  url.search = rest.join('&').replace(/^\?/, '??');
  try {
    if (taken.length) history.replaceState(history.state, '', url);
  } catch {
    // Safari refuses after 100 calls in 30 seconds, other browsers after more. The answer is used all the same, once.
    stuckQuery = location.search;
  }
  return new URLSearchParams(taken.join('&'));
}

/**
 * Takes the answer of the authorization page out of the address bar, so that no script and no link of this page passes the code on.
 * Call it before anything else on the page of `redirectUri`.
 *
 * @returns the answer; `undefined` on another page, or without an answer
 */
export function takeAuthorizationResponse(redirectUri: string): URLSearchParams | undefined {
  const parameters = new URLSearchParams(location.search);
  return isThisPage(redirectUri) &&
    location.search !== stuckQuery &&
    parameters.has('state') &&
    (parameters.has('code') || parameters.has('error'))
    ? takeParameters(RESPONSE_NAMES)
    : undefined;
}

function isThisPage(address: string): boolean {
  try {
    const { origin, pathname } = new URL(address, location.href);
    return origin + pathname === location.origin + location.pathname;
  } catch {
    return false;
  }
}
