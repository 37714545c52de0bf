import { Hono } from 'hono';
import type { z } from 'zod/v4';
import { noObjectText, readJson } from '../http/json-body.ts';
import { isMagic } from '../magic-sellers.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS, instantIn } from './access-token.ts';
import { TOKEN_PATH } from '../addresses.ts';
import { exchangeCode, refreshPair, revokeTokens } from './grants.ts';
import { revokedRefreshText, strangeRefreshToken, usedRefreshText } from './oauth-reasons.ts';
import { challengeOf, isVerifier } from './pkce.ts';
import { postOnly } from '../http/post-only.ts';
import type { TokenPair } from '../../market/oauth-records.ts';
import { codeBody, refreshBody } from './token-bodies.ts';
import { tokenRefusalReply } from './error-replies.ts';
import type { TokenRefusal } from './error-replies.ts';
import type { ServiceEnvironment } from '../context.ts';
import { jsonReply } from '../http/reply.ts';
import type { CallNotes, ServiceContext } from '../context.ts';
import {
  clockText,
  continued,
  durationText,
  explain,
  listText,
  NEVER_ISSUED,
  quoted,
  tokenEnd,
  usedText,
} from '../reasons.ts';

type Outcome = TokenPair | TokenRefusal;
type CodeGrant = z.infer<typeof codeBody>;
type RefreshGrant = z.infer<typeof refreshBody>;

/** The token endpoint. @see interface §4.2 */
export function tokenRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  // One after the other: while a token is being signed, its code or refresh token cannot be used again.
  let latest: Promise<unknown> = Promise.resolve();
  app.post(TOKEN_PATH, async ({ req, env }) => {
    const turn = latest.then(() => grant(service, req.raw, env.entry));
    latest = turn.catch(() => undefined);
    const outcome = await turn;
    const { behaviour } = service;
    if ('error' in outcome) {
      const { reason = continued(outcome.error_description), section = '4.2' } = outcome;
      explain(env.entry, section, `Refused: ${reason}`);
      return tokenRefusalReply(behaviour, outcome);
    }
    explain(env.entry, '3.2', issuedText(outcome));
    const headers = { pragma: 'no-cache' };
    return jsonReply(behaviour.token_success_status, tokenResponse(service, outcome), headers);
  });
  app.all(TOKEN_PATH, postOnly(service, '4.2'));
  return app;
}

/** @see interface §2.2 */
const tokenResponse = (
  { behaviour }: ServiceContext,
  { access_token, refresh_token, scope, issuedAtMs }: TokenPair,
) => ({
  access_token,
  token_type: 'Bearer',
  expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
  refresh_token,
  scope,
  created_at: instantIn(behaviour.created_at_form, issuedAtMs),
});

async function grant(
  service: ServiceContext,
  request: Request,
  { number }: CallNotes,
): Promise<Outcome> {
  const read = await readJson(request);
  if (read.kind === 'content_type') {
    const status = service.behaviour.content_type_status;
    const { reason } = read;
    return { ...invalidRequest('The Content-Type must be application/json.'), reason, status };
  }
  const { body = null } = read.kind === 'json' ? read : {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const reason = read.kind === 'json' ? noObjectText(body) : read.reason;
    return { ...invalidRequest('The body must be a JSON object.'), reason };
  }
  const { grant_type } = body as { grant_type?: unknown };
  switch (grant_type) {
    case 'authorization_code': {
      const { data, error } = codeBody.safeParse(body);
      return data ? grantForCode(service, data, number) : missingFields(error, body, CODE_FIELDS);
    }
    case 'refresh_token': {
      const { data, error } = refreshBody.safeParse(body);
      return data
        ? grantForRefresh(service, data, number)
        : missingFields(error, body, REFRESH_FIELDS);
    }
    default:
      return typeof grant_type === 'string'
        ? {
            ...refusal('unsupported_grant_type', 'There is no such grant_type.'),
            reason: `there is no grant_type ${quoted(grant_type)}, only ${GRANT_TYPES}.`,
          }
        : {
            ...invalidRequest('grant_type must be a string.'),
            reason: `grant_type is ${grant_type === undefined ? 'missing' : 'no string'}. It must be a string, ${GRANT_TYPES}.`,
          };
  }
}

/** @see RFC 6749 sections 4.1.3 and 4.1.2, RFC 7636 section 4.6 */
async function grantForCode(
  service: ServiceContext,
  order: CodeGrant,
  request: number,
): Promise<Outcome> {
  const mistake = mistakeOfClient(service, order);
  if (mistake) return mistake;
  if (!isVerifier(order.code_verifier)) {
    const description = 'code_verifier must be 43 to 128 unreserved characters.';
    const reason = `${continued(description)} This one has ${order.code_verifier.length} characters. Letters, digits and -._~ are unreserved.`;
    return { ...invalidRequest(description), reason };
  }
  const challenge = await challengeOf(order.code_verifier);
  const nowMs = service.clock.nowMs();
  const code = service.market().codes.get(order.code);
  if (code?.client_id !== order.client_id) {
    const reason = code
      ? `the code was issued to client ${code.client_id}, not to ${order.client_id}. Send the client_id of the authorization URL.`
      : `code ${tokenEnd(order.code)} ${NEVER_ISSUED} Send the code of the callback, unchanged.`;
    return invalidGrant('The code is not valid.', reason);
  }
  if (code.grant_id !== null) {
    const used = `the code was used ${usedText(code.use, nowMs)}. It works once: send the seller to the authorization page for another.`;
    if (!service.behaviour.code_replay_revokes) {
      return invalidGrant('The code has been used before.', used);
    }
    const end = { atMs: nowMs, request, cause: 'code_reuse' } as const;
    revokeTokens(service.market(), { grant_id: code.grant_id }, end);
    service.changed('state');
    const revoked = `${used} The tokens of its first use are revoked.`;
    return invalidGrant('The code has been used before.', revoked);
  }
  if (nowMs >= code.expiresAtMs) {
    const age = durationText(nowMs - code.expiresAtMs);
    const { code_lifetime_seconds } = service.behaviour;
    const reason = `the code expired ${age} ago. The switch code_lifetime_seconds is ${code_lifetime_seconds}: exchange the code as soon as it comes to the callback.${clockText(service.clock)}`;
    return invalidGrant('The code has expired.', reason);
  }
  if (code.state !== order.state) {
    const reason =
      'the state is not the one of the authorization URL. Send the state that came to the callback with this code.';
    return { ...invalidGrant('state is not the one of the request.', reason), section: '4.2' };
  }
  if (code.code_challenge !== challenge) {
    const description = 'code_verifier does not belong to the code_challenge of the request.';
    const reason =
      order.code_verifier === code.code_challenge
        ? 'the code_verifier is the code_challenge itself. Send the verifier that the challenge was made from.'
        : 'the code_verifier does not belong to the code_challenge of the authorization URL. Send the verifier that was made for this very seller and visit: its SHA-256, in base64url, is the challenge.';
    return { ...invalidGrant(description, reason), section: '4.2' };
  }
  return exchangeCode(service, code, { atMs: nowMs, request });
}

/** @see RFC 6749 section 6, RFC 9700 section 4.14.2 */
function grantForRefresh(
  service: ServiceContext,
  order: RefreshGrant,
  request: number,
): Outcome | Promise<Outcome> {
  const mistake = mistakeOfClient(service, order);
  if (mistake) return mistake;
  const market = service.market();
  const nowMs = service.clock.nowMs();
  const pair = market.tokenPairs.byRefreshToken(order.refresh_token);
  if (pair?.client_id !== order.client_id) {
    const reason = pair
      ? `the refresh token was issued to client ${pair.client_id}, not to ${order.client_id}. Send the client_id that it was issued to.`
      : strangeRefreshToken(market, order.refresh_token);
    return invalidGrant('The refresh token is not valid.', reason);
  }
  if (isMagic(pair.seller_id, 'magic-refresh-fails')) {
    const reason = `every refresh of seller ${pair.seller_id} is refused. Connect another seller.`;
    return invalidGrant('The refresh token has been revoked.', reason);
  }
  if (pair.refresh_state === 'valid') return refreshPair(service, pair, { atMs: nowMs, request });
  const isUsed = pair.refresh_state === 'used';
  const reason = isUsed ? usedRefreshText(pair, nowMs) : revokedRefreshText(pair, nowMs);
  if (!isUsed || !service.behaviour.refresh_replay_revokes) {
    return invalidGrant('The refresh token has been revoked.', reason);
  }
  const end = { atMs: nowMs, request, cause: 'refresh_reuse' } as const;
  revokeTokens(market, { grant_id: pair.grant_id }, end);
  service.changed('state');
  const revoked = `${reason} All tokens of this connection are revoked now, since the switch refresh_replay_revokes is on.`;
  return invalidGrant('The refresh token has been revoked.', revoked);
}

/** Who asks is asked first: a stranger learns nothing about codes and tokens. @see interface §5.1 */
function mistakeOfClient(
  service: ServiceContext,
  order: Pick<CodeGrant, 'client_id' | 'client_secret' | 'redirect_uri'>,
): TokenRefusal | undefined {
  const client = service.market().clients.get(order.client_id);
  if (client?.client_secret !== order.client_secret) {
    const reason = client
      ? `the client_secret is not the one of client ${client.client_id}. If it was rotated or lost, rotate it on the page Buyer for another.`
      : `there is no client ${quoted(order.client_id)}. It was never created, or it was deleted: the page Buyer has the clients.`;
    const description = 'client_id and client_secret do not belong together.';
    return { ...refusal('invalid_client', description), reason, section: '5.1' };
  }
  if (client.redirect_uri !== order.redirect_uri) {
    const reason = `the redirect_uri is ${quoted(order.redirect_uri)} and client ${client.client_id} has ${quoted(client.redirect_uri)}. Both must be exactly the same.`;
    const description = 'redirect_uri is not the one in the settings of the client.';
    return { ...invalidGrant(description, reason), section: '2.1' };
  }
  return undefined;
}

/** @see interface §3.2 */
const issuedText = ({ client_id, seller_id, access_token, refreshed_from }: TokenPair): string => {
  const issued = `Issued access token ${tokenEnd(access_token)} to client ${client_id} for ${seller_id}`;
  return refreshed_from === null
    ? `${issued} for a code.`
    : `${issued} for refresh token ${tokenEnd(refreshed_from)}.`;
};

const GRANT_TYPES = 'authorization_code or refresh_token';
const CODE_FIELDS = Object.keys(codeBody.shape);
const REFRESH_FIELDS = Object.keys(refreshBody.shape);

function missingFields(
  { issues }: z.ZodError,
  body: object,
  fields: readonly string[],
): TokenRefusal {
  const names = issues.map(({ path }) => path.join('.')).join(', ');
  const description = `Required, as strings that are not empty: ${names}.`;
  const unknown = listText(Object.keys(body).filter((name) => !fields.includes(name)));
  const others = unknown && ` The body has these instead: ${unknown}.`;
  const reason = `these fields are missing, empty or no strings: ${names}.${others}`;
  return { ...invalidRequest(description), reason };
}

const refusal = (error: TokenRefusal['error'], error_description: string): TokenRefusal => ({
  error,
  error_description,
});

const invalidRequest = (description: string) => refusal('invalid_request', description);

const invalidGrant = (description: string, reason: string): TokenRefusal => ({
  ...refusal('invalid_grant', description),
  reason,
  section: '3.2',
});
