import { base64url } from 'jose';
import { z } from 'zod/v4';
import type { TokenPair } from '../../market/oauth-records.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  clockText,
  continued,
  durationText,
  NEVER_ISSUED,
  tokenEnd,
  usedText,
} from '../reasons.ts';
import {
  clientFields,
  invalidGrant,
  invalidRequest,
  mistakeOfClient,
  tokenField,
} from './client-authentication.ts';
import type { Refusal } from '../http/refusal.ts';
import { exchangeCode, revokeTokens } from './issued-tokens.ts';

/** Body of a token request with a code. Unknown fields are ignored. @see interface §4.2 */
export const codeBody = z.object({
  grant_type: z.literal('authorization_code'),
  ...{ code: tokenField, code_verifier: tokenField, state: tokenField },
  ...clientFields,
});

/** Exchanges a code for a token pair. @see RFC 6749 sections 4.1.3 and 4.1.2, RFC 7636 section 4.6 */
export async function grantForCode(
  service: ServiceContext,
  order: z.infer<typeof codeBody>,
  request: number,
): Promise<TokenPair | Refusal> {
  const mistake = mistakeOfClient(service, order);
  if (mistake) return mistake;
  if (!isVerifier(order.code_verifier)) {
    const description = 'code_verifier must be 43 to 128 unreserved characters.';
    const reason = `${continued(description)} This one has ${order.code_verifier.length} characters. Letters, digits and -._~ are unreserved.`;
    return invalidRequest(description, reason);
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
    const causes = [code.use?.request];
    if (!service.behaviour.code_replay_revokes) {
      return invalidGrant('The code has been used before.', used, { causes });
    }
    const end = { atMs: nowMs, request, cause: 'code_reuse' } as const;
    revokeTokens(service.market(), { grant_id: code.grant_id }, end);
    service.emitChange('state');
    const revoked = `${used} The tokens of its first use are revoked.`;
    return invalidGrant('The code has been used before.', revoked, { causes });
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
    return invalidGrant('state is not the one of the request.', reason, { section: '4.2' });
  }
  if (code.code_challenge !== challenge) {
    const description = 'code_verifier does not belong to the code_challenge of the request.';
    const reason =
      order.code_verifier === code.code_challenge
        ? 'the code_verifier is the code_challenge itself. Send the verifier that the challenge was made from.'
        : 'the code_verifier does not belong to the code_challenge of the authorization URL. Send the verifier that was made for this very seller and visit: its SHA-256, in base64url, is the challenge.';
    return invalidGrant(description, reason, { section: '4.2' });
  }
  return exchangeCode(service, code, { atMs: nowMs, request });
}

/** Returns whether `text` has the form of a code verifier. @see RFC 7636 section 4.1 */
const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

/** Returns the S256 challenge of a verifier. @see RFC 7636 section 4.2 */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url.encode(new Uint8Array(digest));
}
