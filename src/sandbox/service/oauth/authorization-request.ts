import type { Market } from '../../market/market.ts';
import type { Client } from '../../market/oauth-records.ts';

/** The only scope. @see interface §5.2 */
export const SCOPE = 'push_packet';

/** A valid authorization request of a client. @see RFC 6749 section 4.1.1 and RFC 7636 section 4.3 */
export interface AuthorizationRequest {
  client: Client;
  redirect_uri: string;
  state: string;
  code_challenge: string;
  scope: string;
}

/** A refused authorization request whose redirect URI can be trusted, so that the browser is sent back with the error. */
export interface RefusedRequest {
  redirect_uri: string;
  state: string | null;
  /** A code of RFC 6749 section 4.1.2.1. */
  error: string;
  error_description: string;
  /** Section of the interface that says so; `null` if it does not show it. */
  section: string | null;
}

/** Result of reading the query. `stranger`: the redirect URI cannot be trusted, and `message` says why. */
export type ReadRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  | { kind: 'refused'; refusal: RefusedRequest }
  | { kind: 'stranger'; message: string };

/**
 * Reads the query of an authorization URL.
 *
 * @see RFC 6749 sections 3.1, 4.1.1 and 4.1.2.1, RFC 7636 section 4.4.1
 */
export function readAuthorizationRequest(market: Market, query: URLSearchParams): ReadRequest {
  const client = market.clients.get(query.get('client_id') ?? '');
  if (!client || isRepeated(query, 'client_id')) {
    return { kind: 'stranger', message: 'There is no client with the client_id of this address.' };
  }
  const { redirect_uri } = client;
  if (query.get('redirect_uri') !== redirect_uri || isRepeated(query, 'redirect_uri')) {
    const given = query.getAll('redirect_uri').join(' and ') || 'missing';
    const message = `The redirect_uri of this address is ${given}, but that of the client’s settings is ${redirect_uri}. Both must be exactly the same.`;
    return { kind: 'stranger', message };
  }

  const state = isRepeated(query, 'state') ? null : query.get('state');
  const mistake = mistakeIn(query);
  if (mistake || !state) {
    const [error, error_description, section = null] = mistake ?? STATELESS;
    return { kind: 'refused', refusal: { redirect_uri, state, error, error_description, section } };
  }
  const code_challenge = query.get('code_challenge') ?? '';
  const scope = query.get('scope') || SCOPE;
  return { kind: 'valid', request: { client, redirect_uri, state, code_challenge, scope } };
}

type Mistake = readonly [error: string, description: string, section?: string];

const STATELESS: Mistake = ['invalid_request', 'state is required.', '4'];

function mistakeIn(query: URLSearchParams): Mistake | undefined {
  const repeated = [...query.keys()].find((name) => isRepeated(query, name));
  if (repeated) return ['invalid_request', 'A parameter is given more than once.'];
  const type = query.get('response_type');
  if (!type) return ['invalid_request', 'response_type is required.'];
  if (type !== 'code') return ['unsupported_response_type', 'response_type must be code.'];
  if (query.get('code_challenge_method') !== 'S256') {
    return ['invalid_request', 'code_challenge_method must be S256.'];
  }
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) {
    return ['invalid_request', 'code_challenge must be a SHA-256 in base64url.', '4'];
  }
  const scope = query.get('scope');
  if (scope && scope !== SCOPE) return ['invalid_scope', `The only scope is ${SCOPE}.`, '5.2'];
  return undefined;
}

const isRepeated = (query: URLSearchParams, name: string) => query.getAll(name).length > 1;
