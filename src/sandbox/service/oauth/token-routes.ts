import { Hono } from 'hono';
import type { z } from 'zod/v4';
import { noObjectText, readJson } from '../http/read-request.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS, instantIn } from './access-token.ts';
import { TOKEN_PATH } from '../service-paths.ts';
import { codeBody, grantForCode } from './code-grant.ts';
import { grantForRefresh, refreshBody } from './refresh-grant.ts';
import { postOnly } from '../http/post-only.ts';
import type { TokenPair } from '../../market/oauth-records.ts';
import { invalidRequest } from './client-authentication.ts';
import { refuse } from '../http/refusal.ts';
import type { Refusal } from '../http/refusal.ts';
import type { ServiceEnvironment } from '../service-context.ts';
import { jsonReply } from '../http/reply.ts';
import type { CallNotes, ServiceContext } from '../service-context.ts';
import { explain, listText, quoted, tokenEnd } from '../reasons.ts';

/** Creates the routes of the token endpoint. @see interface §4.2 */
export function tokenRoutes(service: ServiceContext): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  // Handle token requests one after the other, so that no code or refresh token is used twice while a token is being signed.
  let latest: Promise<unknown> = Promise.resolve();
  app.post(TOKEN_PATH, async ({ req, env }) => {
    const turn = latest.then(() => grant(service, req.raw, env.entry));
    latest = turn.catch(() => undefined);
    const outcome = await turn;
    if ('reason' in outcome) return refuse(service, env.entry, outcome);
    explain(env.entry, '3.2', issuedText(outcome));
    const headers = { pragma: 'no-cache' };
    return jsonReply(
      service.replies.token_success.status,
      tokenResponse(service, outcome),
      headers,
    );
  });
  app.all(TOKEN_PATH, postOnly(service, '4.2'));
  return app;
}

/** Returns the body of a token response. @see interface §2.2 */
const tokenResponse = (
  { behaviour, replies }: ServiceContext,
  { access_token, refresh_token, scope, issuedAtMs }: TokenPair,
) => ({
  access_token,
  token_type: 'Bearer',
  expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
  refresh_token,
  scope,
  created_at: instantIn(behaviour.created_at_form, issuedAtMs),
  ...replies.token_success.fields,
});

async function grant(
  service: ServiceContext,
  request: Request,
  { number }: CallNotes,
): Promise<TokenPair | Refusal> {
  const read = await readJson(request);
  if (read.kind === 'content_type') {
    const refusal = invalidRequest('The Content-Type must be application/json.', read.reason);
    return { ...refusal, reason: 'token_content_type' };
  }
  const { body = null } = read.kind === 'json' ? read : {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const reason = read.kind === 'json' ? noObjectText(body) : read.reason;
    return invalidRequest('The body must be a JSON object.', reason);
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
            reason: 'unsupported_grant_type',
            messages: ['There is no such grant_type.'],
            section: '4.2',
            explanation: `there is no grant_type ${quoted(grant_type)}, only ${GRANT_TYPES}.`,
          }
        : invalidRequest(
            'grant_type must be a string.',
            `grant_type is ${grant_type === undefined ? 'missing' : 'no string'}. It must be a string, ${GRANT_TYPES}.`,
          );
  }
}

/** Says which token was issued, to whom and for what. @see interface §3.2 */
const issuedText = ({ client_id, seller_id, access_token, refreshed_from }: TokenPair): string => {
  const issued = `Issued access token ${tokenEnd(access_token)} to client ${client_id} for ${seller_id}`;
  return refreshed_from === null
    ? `${issued} for a code.`
    : `${issued} for refresh token ${tokenEnd(refreshed_from)}.`;
};

const GRANT_TYPES = 'authorization_code or refresh_token';
const CODE_FIELDS = Object.keys(codeBody.shape);
const REFRESH_FIELDS = Object.keys(refreshBody.shape);

function missingFields({ issues }: z.ZodError, body: object, fields: readonly string[]): Refusal {
  const names = issues.map(({ path }) => path.join('.')).join(', ');
  const description = `Required, as strings that are not empty: ${names}.`;
  const unknown = listText(Object.keys(body).filter((name) => !fields.includes(name)));
  const others = unknown && ` The body has these instead: ${unknown}.`;
  const reason = `these fields are missing, empty or no strings: ${names}.${others}`;
  return invalidRequest(description, reason);
}
