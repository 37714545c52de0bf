import { CLIENT, OTHER } from '../../../oauth-driver.ts';
import { NEVER_ISSUED, refusal } from './refusal.ts';
import type { Driver, Refusal } from './refusal.ts';

const withCode = async (driver: Driver, changes: object) =>
  driver.token({ ...driver.codeBody(await driver.codeOf()), ...changes });

const withRefresh = (driver: Driver, changes: object) =>
  driver.token({ ...driver.refreshBody('any'), ...changes });

const ofOther = {
  client_id: OTHER.client_id,
  client_secret: OTHER.client_secret,
  redirect_uri: OTHER.redirect_uri,
};

const WORKS_ONCE = 'It works once: save the refresh_token of each answer, and send that one next.';
const AGAIN = 'Send the seller to the authorization page again.';

/** What is refused at the token endpoint. @see interface §3.2 §4.2 §5 */
export const tokenRefusals: readonly Refusal[] = [
  refusal(
    'authentication',
    'a code verifier that does not fit',
    (driver) => withCode(driver, { code_verifier: 'x'.repeat(43) }),
    '400 error',
    '4.2',
    'Refused: the code_verifier does not belong to the code_challenge of the authorization URL. Send the verifier that was made for this very seller and visit: its SHA-256, in base64url, is the challenge.',
  ),
  refusal(
    'authentication',
    'the challenge in place of the verifier',
    (driver) => withCode(driver, { code_verifier: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }),
    '400 error',
    '4.2',
    'Refused: the code_verifier is the code_challenge itself. Send the verifier that the challenge was made from.',
  ),
  refusal(
    'other',
    'a code verifier that is too short',
    (driver) => withCode(driver, { code_verifier: 'short' }),
    '400 error',
    '4.2',
    'Refused: code_verifier must be 43 to 128 unreserved characters. This one has 5 characters. Letters, digits and -._~ are unreserved.',
  ),
  refusal(
    'authentication',
    'another state',
    (driver) => withCode(driver, { state: 'other' }),
    '400 error',
    '4.2',
    'Refused: the state is not the one of the authorization URL. Send the state that came to the callback with this code.',
  ),
  refusal(
    'authentication',
    'a code that nobody issued',
    (driver) => withCode(driver, { code: 'nobody-issued-this' }),
    '400 error',
    '3.2',
    `Refused: code …xxxx ${NEVER_ISSUED} Send the code of the callback, unchanged.`,
  ),
  refusal(
    'authentication',
    'a code of another client',
    (driver) => withCode(driver, ofOther),
    '400 error',
    '3.2',
    'Refused: the code was issued to client buyer-app, not to other-app. Send the client_id of the authorization URL.',
  ),
  refusal(
    'authentication',
    'a code that was used',
    async (driver) => {
      const body = driver.codeBody(await driver.codeOf());
      await driver.token(body);
      await driver.post('clock', { advance_seconds: 3 });
      await driver.token(body);
    },
    '400 error',
    '3.2',
    'Refused: the code was used 3 s ago by request 1. It works once: send the seller to the authorization page for another. The tokens of its first use are revoked.',
  ),
  refusal(
    'authentication',
    'a code that expired',
    async (driver) => {
      const code = await driver.codeOf();
      await driver.post('clock', { advance_seconds: 660 });
      await driver.token(driver.codeBody(code));
    },
    '400 error',
    '3.2',
    'Refused: the code expired 60 s ago. The switch code_lifetime_seconds is 600: exchange the code as soon as it comes to the callback. The clock of the sandbox is 11 min ahead of real time.',
  ),
  refusal(
    'authentication',
    'an unknown client',
    (driver) => withRefresh(driver, { client_id: 'nobody' }),
    '401 error',
    '5.1',
    'Refused: there is no client "nobody". It was never created, or it was deleted: the page Buyer has the clients.',
  ),
  refusal(
    'authentication',
    'the secret of another client',
    (driver) => withRefresh(driver, { client_secret: OTHER.client_secret }),
    '401 error',
    '5.1',
    'Refused: the client_secret is not the one of client buyer-app. If it was rotated or lost, rotate it on the page Buyer for another.',
  ),
  refusal(
    'authentication',
    'another redirect URI',
    (driver) => withRefresh(driver, { redirect_uri: `${CLIENT.redirect_uri}/` }),
    '400 error',
    '2.1',
    'Refused: the redirect_uri is "https://buyer.example/vault/callback/" and client buyer-app has "https://buyer.example/vault/callback". Both must be exactly the same.',
  ),
  refusal(
    'authentication',
    'a refresh token that was used',
    async (driver) => {
      const { refresh_token } = await driver.connect();
      await driver.refresh(refresh_token);
      await driver.refresh(refresh_token);
    },
    '400 error',
    '3.2',
    `Refused: this refresh token was used 0 s ago by request 2. ${WORKS_ONCE}`,
  ),
  refusal(
    'authentication',
    'a refresh token that was used, where that revokes all',
    async (driver) => {
      await driver.post('behaviour', { refresh_replay_revokes: true });
      const { refresh_token } = await driver.connect();
      await driver.refresh(refresh_token);
      await driver.refresh(refresh_token);
    },
    '400 error',
    '3.2',
    `Refused: this refresh token was used 0 s ago by request 2. ${WORKS_ONCE} All tokens of this connection are revoked now, since the switch refresh_replay_revokes is on.`,
  ),
  refusal(
    'authentication',
    'the newer refresh token after that',
    async (driver) => {
      await driver.post('behaviour', { refresh_replay_revokes: true });
      const { refresh_token } = await driver.connect();
      const { body } = await driver.refresh(refresh_token);
      await driver.refresh(refresh_token);
      await driver.refresh((body as { refresh_token: string }).refresh_token);
    },
    '400 error',
    '3.2',
    `Refused: this refresh token was revoked 0 s ago: request 3 sent a used refresh token again, and the switch refresh_replay_revokes is on. ${AGAIN}`,
  ),
  refusal(
    'authentication',
    'a refresh token that ended by the use of its successor',
    async (driver) => {
      await driver.post('behaviour', { refresh_revocation: 'on_first_use' });
      const { refresh_token } = await driver.connect();
      const { body } = await driver.refresh(refresh_token);
      await driver.push((body as { access_token: string }).access_token, {});
      await driver.refresh(refresh_token);
    },
    '400 error',
    '3.2',
    `Refused: this refresh token was used 0 s ago by request 2, and ended 0 s ago: request 3 used the access token that it was exchanged for. ${WORKS_ONCE}`,
  ),
  refusal(
    'authentication',
    'a refresh token of a seller who disconnected',
    async (driver) => {
      const { refresh_token } = await driver.connect();
      await driver.post('tokens/revoke', { seller_id: 'seller-1' });
      await driver.refresh(refresh_token);
    },
    '400 error',
    '3.2',
    `Refused: this refresh token was revoked 0 s ago: by "Disconnect" in the console, or by POST /sandbox/tokens/revoke. ${AGAIN}`,
  ),
  refusal(
    'authentication',
    'a refresh token that nobody issued',
    (driver) => driver.refresh('nobody-issued-this'),
    '400 error',
    '3.2',
    `Refused: refresh token …xxxx ${NEVER_ISSUED} Send the refresh_token of the latest answer, unchanged.`,
  ),
  refusal(
    'authentication',
    'an access token in place of the refresh token',
    async (driver) => driver.refresh((await driver.connect()).access_token),
    '400 error',
    '3.2',
    'Refused: this is an access token. Send the refresh_token of the same answer.',
  ),
  refusal(
    'authentication',
    'a refresh token of another client',
    async (driver) => {
      const { refresh_token } = await driver.connect();
      await driver.token({ ...driver.refreshBody(refresh_token), ...ofOther });
    },
    '400 error',
    '3.2',
    'Refused: the refresh token was issued to client buyer-app, not to other-app. Send the client_id that it was issued to.',
  ),
  refusal(
    'authentication',
    'a refresh of the seller who cannot',
    async (driver) => driver.refresh((await driver.connect('magic-refresh-fails')).refresh_token),
    '400 error',
    '3.2',
    'Refused: every refresh of seller magic-refresh-fails is refused. Connect another seller.',
  ),
];
