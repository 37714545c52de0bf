import { NEVER_ISSUED, refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const PUSH = '/api/v5/packets/profile/sellers_packets/push';

/** Pushes a body as it is, with a token that is right. */
const pushBody = async (driver: Driver, body: unknown, headers: Record<string, string> = {}) => {
  const { access_token } = await driver.connect();
  return driver.send(PUSH, body, { authorization: `Bearer ${access_token}`, ...headers });
};

const pushWith = (driver: Driver, authorization?: string) =>
  driver.send(PUSH, {}, authorization === undefined ? {} : { authorization });

const push = async (driver: Driver, payload: unknown, packetId?: string) =>
  driver.push((await driver.connect()).access_token, payload, packetId);

const OWN = 'Client buyer-app can push into profile.';
const NEEDED = 'Send the header "Authorization: Bearer …" with an access token.';
const REFRESH = 'Get a new one at /oauth/token, with the refresh token.';
const AGAIN = 'Send the seller to the authorization page again.';

/** What is refused when a client pushes. @see interface §2.4 §3.2 §4.3 */
export const pushRefusals: readonly Refusal[] = [
  refusal(
    'expired',
    'an access token that expired, since the clock was moved',
    async (driver) => {
      const { access_token } = await driver.connect();
      await driver.post('clock', { advance_seconds: 86_460 });
      await driver.push(access_token, {});
    },
    '401 error',
    '3.2',
    `Refused: access token …xxxx expired 60 s ago. It is valid for 24 hours. The clock of the sandbox is 24 h ahead of real time. ${REFRESH}`,
  ),
  refusal(
    'expired',
    'an access token of the seller whose tokens have expired',
    async (driver) => driver.push((await driver.connect('magic-access-expired')).access_token, {}),
    '401 error',
    '3.2',
    `Refused: access token …xxxx has expired: every one of seller magic-access-expired has. ${REFRESH}`,
  ),
  refusal(
    'authentication',
    'no header',
    (driver) => pushWith(driver),
    '401 error',
    '5.3',
    `Refused: there is no header Authorization. ${NEEDED}`,
  ),
  refusal(
    'authentication',
    'another scheme',
    (driver) => pushWith(driver, 'Basic dXNlcjpwYXNz'),
    '401 error',
    '5.3',
    `Refused: the header Authorization begins with "Basic". ${NEEDED}`,
  ),
  refusal(
    'authentication',
    'an access token without the word Bearer',
    async (driver) => pushWith(driver, (await driver.connect()).access_token),
    '401 error',
    '5.3',
    `Refused: the header Authorization is not "Bearer", a space and a token. ${NEEDED}`,
  ),
  refusal(
    'authentication',
    'an access token that nobody issued',
    (driver) => pushWith(driver, 'Bearer nobody-issued-this'),
    '401 error',
    '5.3',
    `Refused: access token …xxxx ${NEVER_ISSUED} Send the access_token of a token response, unchanged.`,
  ),
  refusal(
    'authentication',
    'a refresh token in place of the access token',
    async (driver) => driver.push((await driver.connect()).refresh_token, {}),
    '401 error',
    '5.3',
    'Refused: this is a refresh token. Send the access_token of the same answer.',
  ),
  refusal(
    'authentication',
    'an access token that was revoked by a second use of its code',
    async (driver) => {
      const body = driver.codeBody(await driver.codeOf());
      const { access_token } = (await driver.token(body)).body as { access_token: string };
      await driver.token(body);
      await driver.push(access_token, {});
    },
    '401 error',
    '3.2',
    `Refused: access token …xxxx was revoked 0 s ago: request 2 sent its code a second time. ${AGAIN}`,
  ),
  refusal(
    'authentication',
    'an access token that was revoked by a refresh',
    async (driver) => {
      await driver.post('behaviour', { refresh_revokes_access_token: true });
      const { access_token, refresh_token } = await driver.connect();
      await driver.refresh(refresh_token);
      await driver.push(access_token, {});
    },
    '401 error',
    '3.2',
    `Refused: access token …xxxx was revoked 0 s ago: request 2 refreshed it, and the switch refresh_revokes_access_token is on. ${AGAIN}`,
  ),
  refusal(
    'authentication',
    'an access token of a seller who disconnected',
    async (driver) => {
      const { access_token } = await driver.connect();
      await driver.post('tokens/revoke', { seller_id: 'seller-1' });
      await driver.push(access_token, {});
    },
    '401 error',
    '3.2',
    `Refused: access token …xxxx was revoked 0 s ago: by "Disconnect" in the console, or by POST /sandbox/tokens/revoke. ${AGAIN}`,
  ),
  refusal(
    'other',
    'a push that is not called JSON',
    (driver) => pushBody(driver, '{}', { 'content-type': 'text/plain' }),
    '415 errors',
    '4.3',
    'Refused: the Content-Type is "text/plain". Send the body as JSON, with Content-Type: application/json.',
  ),
  refusal(
    'other',
    'a push that is not JSON',
    (driver) => pushBody(driver, '{oops'),
    '422 errors',
    '4.3',
    'Refused: the body is not valid JSON. It must be a JSON object.',
  ),
  refusal(
    'other',
    'a push that is a text',
    (driver) => pushBody(driver, '"text"'),
    '422 errors',
    '4.3',
    'Refused: the body is a string. It must be a JSON object.',
  ),
  refusal(
    'other',
    'a packet that does not exist',
    (driver) => push(driver, {}, 'profil'),
    '404 errors',
    '4.3',
    `Refused: there is no packet "profil". ${OWN}`,
  ),
  refusal(
    'other',
    'a packet of another client',
    (driver) => push(driver, {}, 'foreign'),
    '403 errors',
    '4.3',
    `Refused: packet foreign was created from client other-app, not from buyer-app. ${OWN}`,
  ),
  refusal(
    'other',
    'a packet of no client',
    (driver) => push(driver, {}, 'survey'),
    '403 errors',
    '4.3',
    `Refused: packet survey was created from no client, so nothing can be pushed into it. ${OWN}`,
  ),
  refusal(
    'other',
    'another id in the body',
    (driver) => pushBody(driver, { id: 'foreign', payload: {} }),
    '422 errors',
    '4.3',
    'Refused: the id in the body is "foreign" and the path has "profile". Send the same id in both.',
  ),
  refusal(
    'other',
    'a push without id and payload',
    (driver) => pushBody(driver, {}),
    '422 errors',
    '2.4',
    'Refused: id must be a string. payload must be an object.',
  ),
  refusal(
    'other',
    'an answer that is no string',
    (driver) => push(driver, { name: 7 }),
    '422 errors',
    '2.4',
    'Refused: name: the answer must be a string or null.',
  ),
  refusal(
    'other',
    'a question that the packet does not have',
    (driver) => push(driver, { nmae: 'A' }),
    '422 errors',
    '2.4',
    'Refused: nmae: the packet has no such question. Packet profile has name, drink. The switch unknown_questions is "refuse".',
  ),
  refusal(
    'other',
    'a push by GET',
    (driver) => driver.call(PUSH),
    '405 errors',
    '4.3',
    'Refused: GET is not allowed here. Send a POST, with JSON.',
  ),
  refusal(
    'other',
    'a push to an address without its second half',
    (driver) => driver.call('/api/v5/packets/profile/push', { method: 'POST' }),
    '404 errors',
    '4',
    'Refused: the service has no address /api/v5/packets/profile/push. A push goes to /api/v5/packets/{packet_id}/sellers_packets/push.',
  ),
];
