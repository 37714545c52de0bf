import type { VaultErrorCode } from './errors.ts';

/** Cause of an error code, and its remedy. */
interface ErrorHelp {
  cause: string;
  remedy: string;
}

/**
 * Cause and remedy of each error code, for the reference. Nothing that runs imports it, so no page downloads it.
 */
export const ERROR_HELP = {
  invalid_request: {
    cause: 'The request has a wrong form: its body, a header, the packet id or `return_to`.',
    remedy:
      'Read the sentence in `error_description`, and correct the call. The elements make no such request.',
  },
  state_mismatch: {
    cause:
      'The user has come back with the state of another browser or of another attempt, or from another service than the option `issuer` names.',
    remedy:
      'Let the user connect again, from start to end in one browser. If it happens to everybody, check `issuer`.',
  },
  state_expired: {
    cause:
      'The user has stayed on the authorization page for more than ten minutes (with the hook, an hour), or has opened the same callback twice.',
    remedy: 'Let the user connect again.',
  },
  state_missing: {
    cause: 'The callback has no state, or the browser has lost the cookie of the authorization.',
    remedy:
      'Let the user connect again. If it happens to everybody, check that `origin` is the address that the browser shows, and that your proxy passes cookies on.',
  },
  access_denied: {
    cause: 'The user has declined to connect the vault.',
    remedy: 'Nothing is broken. Leave the button, so that the user can change their mind.',
  },
  forbidden_origin: {
    cause:
      'The page is on an origin that the backend does not allow, or the request lacks the header `X-Vaultlink: 1`.',
    remedy:
      'Set `origin` to the origin that the browser shows, or add the page to `allowedOrigins`.',
  },
  subject_missing: {
    cause: 'The option `subject` is set, and it has named no user for this request.',
    remedy:
      'Sign the user in before they connect. If they are signed in, check what `subject` reads: a cookie, a session or a header.',
  },
  subject_mismatch: {
    cause:
      'The user who is signed in at the callback is not the one who started to connect. Nothing was connected.',
    remedy:
      'Let the user who is signed in now connect. If it happens to everybody, `subject` does not return the same name for each request of a user.',
  },
  not_connected: {
    cause: 'This browser has no session, or this user has no grant.',
    remedy:
      'Show `<vault-connect>`, and let the user connect. A push can be tried again afterwards.',
  },
  not_found: {
    cause: 'The path is none of the backend’s, or the relay or the hook is switched off.',
    remedy:
      'Check the address. Set `relay: true` or `hook: true`, or the variables `VAULTLINK_RELAY` or `VAULTLINK_HOOK`, if a page needs them.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this HTTP method.',
    remedy: 'Use the method that the HTTP interface names.',
  },
  reconnect_required: {
    cause:
      'The grant is dead: the user has revoked it, or a token was lost. While connecting: the service has refused the code.',
    remedy: 'Let the user connect again. Trying the push again without that does not help.',
  },
  too_large: {
    cause: 'The body of the request has more than 1 MiB.',
    remedy: 'Push fewer or shorter answers.',
  },
  validation_failed: {
    cause:
      'The answers were refused, by Vaultlink or by the service. `messages` has the sentences of the service.',
    remedy:
      'Show the messages to the user, and push corrected answers. Check the packet id and the names of the questions.',
  },
  rate_limited: {
    cause:
      'The service or the backend has received too many requests. While the service has asked to wait, the backend sends nothing.',
    remedy:
      'Wait as long as `Retry-After` says. The page and `pushMany` do that by themselves. See `anonymousCalls` for the limits of the backend.',
  },
  outcome_rejected: {
    cause:
      'The service has refused the outcome, or `mayReport` has. Most often the token is spent or older than an hour.',
    remedy: 'Nothing can be sent for this token any more. The seller opens the endlink again.',
  },
  outcome_locked: {
    cause: 'Another outcome was reported for this token before. That one stands.',
    remedy:
      'Nothing is sent for this outcome. Find out which page reported the other one: each page of a survey must report the same outcome for a seller.',
  },
  outcome_unknown: {
    cause: 'The service may have counted the outcome, but its answer was lost.',
    remedy: 'Report the same outcome again. The page does that by itself.',
  },
  service_error: {
    cause:
      'The service has answered in a way that its interface does not know, such as with status 500.',
    remedy:
      'Try again later. If it lasts, run `vaultlink doctor`, and ask the operator of the service.',
  },
  service_unreachable: {
    cause:
      'The service or the backend has not answered in time. Nobody knows whether it has received the request.',
    remedy:
      'Try again: the same answers replace themselves. Check the network and the address of the service.',
  },
  store_unavailable: {
    cause: 'The store of the grants does not answer.',
    remedy:
      'Check the database. The page tries again by itself. `vaultlink doctor` says what is wrong.',
  },
  configuration_error: {
    cause: 'An option, a variable, the client secret or the redirect URI is wrong.',
    remedy: 'Read the log of the backend: it names each mistake. The answer to the page does not.',
  },
} as const satisfies Record<VaultErrorCode, ErrorHelp>;
