import { z } from 'zod/v4';
import type { SandboxCore } from '../core/core.ts';
import { mayBeMissing, recordById } from '../core/field-schemas.ts';
import { endlinkPacket } from '../market/market.ts';
import { AUTHORIZE_PATH } from '../service/service-paths.ts';
import { mistakeInOpening, openEndlink } from '../service/endlink/open-endlink.ts';
import type { OpenedEndlink } from '../service/endlink/open-endlink.ts';
import { findSeller } from '../service/magic-sellers.ts';
import { readAuthorizationRequest } from '../service/oauth/authorization-request.ts';
import { decideAuthorization, refusalUrl } from '../service/oauth/authorization-response.ts';
import { revokeTokens } from '../service/oauth/issued-tokens.ts';
import { Refused, withFields, wrongField } from './refused.ts';

const sellerId = (core: SandboxCore) =>
  recordById((id) => findSeller(core.market(), id), 'no such seller');

/** Opens the endlink of a packet as a seller, and issues a token. @see interface §2.5 */
export function open(core: SandboxCore, fields: unknown): OpenedEndlink | Refused {
  const schema = z.strictObject({
    packet_id: recordById((id) => endlinkPacket(core.market(), id), 'no such packet'),
    seller_id: sellerId(core),
  });
  return withFields(schema, fields, ({ packet_id: packet, seller_id: seller }) => {
    const mistake = mistakeInOpening(core, packet, seller);
    return mistake === undefined ? openEndlink(core, packet, seller) : new Refused(409, [mistake]);
  });
}

/**
 * Answers the consent page as a seller.
 *
 * @param url address of the sandbox, which a path of the authorization page is relative to
 * @returns the address of the client that the browser goes to
 */
export function authorize(
  core: SandboxCore,
  fields: unknown,
  url: string,
): { location: string } | Refused {
  const isAuthorizeUrl = (text: string) =>
    URL.canParse(text, url) && core.pathOf(new URL(text, url).href) === AUTHORIZE_PATH;
  const schema = z.strictObject({
    authorize_url: z
      .string()
      .refine(isAuthorizeUrl, `must lead to ${core.address(AUTHORIZE_PATH)}`),
    seller_id: sellerId(core),
    decision: z.enum(['allow', 'deny']).default('allow'),
  });
  return withFields(schema, fields, ({ authorize_url, seller_id: seller, decision }) => {
    const { href, searchParams } = new URL(authorize_url, url);
    const issuer = core.baseUrl(href);
    const read = readAuthorizationRequest(core.market(), searchParams);
    switch (read.kind) {
      case 'valid':
        return { location: decideAuthorization(core, read.request, seller, decision, issuer) };
      case 'refused':
        return { location: refusalUrl(core, read.refusal, issuer) };
      case 'stranger':
        return wrongField('authorize_url', read.message);
    }
  });
}

const revocation = z.strictObject({
  seller_id: mayBeMissing(z.string()),
  client_id: mayBeMissing(z.string()),
  tokens: z.enum(['access', 'refresh', 'all']).default('all'),
});

/** Revokes valid tokens of a seller, of a client or of all. @returns the numbers of revoked tokens */
export const revoke = (core: SandboxCore, fields: unknown): object | Refused =>
  withFields(revocation, fields, (order) => {
    const end = { atMs: core.clock.nowMs(), request: null, cause: 'order' } as const;
    const revoked = revokeTokens(core.market(), order, end);
    core.emitChange('state');
    return revoked;
  });
