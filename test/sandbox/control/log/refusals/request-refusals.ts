import { authorizeUrl } from '../../../oauth-driver.ts';
import { refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const JSON_NEEDED = 'Send the body as JSON, with Content-Type: application/json.';

const authorize = (driver: Driver, changes: Record<string, string | undefined>) =>
  driver.call(authorizeUrl(changes));

const decide = (driver: Driver, fields: Record<string, string>, origin = 'http://localhost') =>
  driver.call(authorizeUrl(), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

/** Token requests that cannot be read, and what is refused at the authorization page. @see interface §4 §4.2 */
export const requestRefusals: readonly Refusal[] = [
  refusal(
    'other',
    'a token request that is a form',
    (driver) =>
      driver.send('/oauth/token', 'grant_type=refresh_token', {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    '415 error',
    '4.2',
    `Refused: the Content-Type is "application/x-www-form-urlencoded". ${JSON_NEEDED}`,
  ),
  refusal(
    'other',
    'a token request without a Content-Type',
    (driver) => driver.call('/oauth/token', { method: 'POST' }),
    '415 error',
    '4.2',
    `Refused: there is no Content-Type. ${JSON_NEEDED}`,
  ),
  refusal(
    'other',
    'a token request that is not JSON',
    (driver) => driver.token('{oops'),
    '400 error',
    '4.2',
    'Refused: the body is not valid JSON. It must be a JSON object.',
  ),
  refusal(
    'other',
    'a token request that is empty',
    (driver) => driver.token(''),
    '400 error',
    '4.2',
    'Refused: the body is empty. It must be a JSON object.',
  ),
  refusal(
    'other',
    'a token request that is a list',
    (driver) => driver.token([]),
    '400 error',
    '4.2',
    'Refused: the body is an array. It must be a JSON object.',
  ),
  refusal(
    'other',
    'a grant type that does not exist',
    (driver) => driver.token({ grant_type: 'client_credentials' }),
    '400 error',
    '4.2',
    'Refused: there is no grant_type "client_credentials", only authorization_code or refresh_token.',
  ),
  refusal(
    'other',
    'a token request without a grant type',
    (driver) => driver.token({}),
    '400 error',
    '4.2',
    'Refused: grant_type is missing. It must be a string, authorization_code or refresh_token.',
  ),
  refusal(
    'other',
    'a field that is missing or misspelt',
    (driver) =>
      driver.token({ grant_type: 'refresh_token', clientId: 'buyer-app', redirect_uri: 5 }),
    '400 error',
    '4.2',
    'Refused: these fields are missing, empty or no strings: refresh_token, client_secret, client_id, redirect_uri. The body has these instead: clientId.',
  ),
  refusal(
    'other',
    'a token request by GET',
    (driver) => driver.call('/oauth/token'),
    '405 errors',
    '4.2',
    'Refused: GET is not allowed here. Send a POST, with JSON.',
  ),
  refusal(
    'other',
    'a token request of a page',
    (driver) =>
      driver.call('/oauth/token', {
        method: 'OPTIONS',
        headers: { origin: 'https://buyer.example', 'access-control-request-method': 'POST' },
      }),
    '405 errors',
    null,
    'Refused: a page of "https://buyer.example" asked by a preflight whether it may call. Call from your server, or turn on the switch oauth_cors.',
  ),
  refusal(
    'other',
    'an authorization of an unknown client',
    (driver) => authorize(driver, { client_id: 'nobody' }),
    '400 page',
    '2.1',
    'Refused: there is no client with the client_id of this address. Its client_id is "nobody".',
  ),
  refusal(
    'other',
    'an authorization without a client',
    (driver) => authorize(driver, { client_id: undefined }),
    '400 page',
    '2.1',
    'Refused: there is no client with the client_id of this address. It has no client_id.',
  ),
  refusal(
    'other',
    'an authorization with another redirect URI',
    (driver) => authorize(driver, { redirect_uri: 'https://buyer.example/' }),
    '400 page',
    '2.1',
    'Refused: the redirect_uri of this address is https://buyer.example/, but that of the client’s settings is https://buyer.example/vault/callback. Both must be exactly the same.',
  ),
  refusal(
    'other',
    'an authorization without a challenge',
    (driver) => authorize(driver, { code_challenge: undefined }),
    'back',
    '4',
    'Refused, and told the client invalid_request: code_challenge must be a SHA-256 in base64url.',
  ),
  refusal(
    'other',
    'an authorization without a state',
    (driver) => authorize(driver, { state: undefined }),
    'back',
    '4',
    'Refused, and told the client invalid_request: state is required.',
  ),
  refusal(
    'other',
    'an authorization for another scope',
    (driver) => authorize(driver, { scope: 'openid' }),
    'back',
    '5.2',
    'Refused, and told the client invalid_scope: the only scope is push_packet.',
  ),
  refusal(
    'other',
    'a seller who says no',
    (driver) => decide(driver, { seller_id: 'seller-1', decision: 'deny' }),
    'back',
    null,
    'seller-1 denied client buyer-app: the callback gets error=access_denied and no code.',
  ),
  refusal(
    'other',
    'the seller who always says no',
    (driver) => decide(driver, { seller_id: 'magic-denies', decision: 'allow' }),
    'back',
    null,
    'magic-denies denied client buyer-app: the callback gets error=access_denied and no code. This seller always denies.',
  ),
  refusal(
    'other',
    'a consent of an unknown seller',
    (driver) => decide(driver, { seller_id: 'seller-9', decision: 'allow' }),
    '400 page',
    null,
    'Refused: there is no seller "seller-9". Decide on the page of the service.',
  ),
  refusal(
    'other',
    'a consent from a page of another origin',
    (driver) =>
      decide(driver, { seller_id: 'seller-1', decision: 'allow' }, 'https://buyer.example'),
    '403 page',
    null,
    'Refused: consent is given by the form on the page of the service alone. Send the browser to the authorization URL with a GET.',
  ),
];
