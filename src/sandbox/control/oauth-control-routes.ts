import { Hono } from 'hono';
import { z } from 'zod/v4';
import { recordById, mayBeMissing, readBody } from './control-body.ts';
import { AUTHORIZE_PATH } from '../service/addresses.ts';
import { findSeller } from '../service/magic-sellers.ts';
import { decideAuthorization, refusalUrl } from '../service/oauth/authorization-response.ts';
import { readAuthorizationRequest } from '../service/oauth/authorization-request.ts';
import { revokeTokens } from '../service/oauth/grants.ts';
import { errorsReply, jsonReply } from '../service/http/reply.ts';
import type { SandboxCore } from './core.ts';

const revocationOrder = z.strictObject({
  seller_id: mayBeMissing(z.string()),
  client_id: mayBeMissing(z.string()),
  tokens: z.enum(['access', 'refresh', 'all']).default('all'),
});

/** Creates the routes that answer the consent page as a user and revoke tokens. */
export function oauthControlRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const authorizationOrder = z.strictObject({
    authorize_url: z
      .string()
      .refine(isAuthorizeUrl, `must lead to ${core.address(AUTHORIZE_PATH)}`),
    seller_id: recordById((id) => findSeller(core.market(), id), 'no such seller'),
    decision: z.enum(['allow', 'deny']).default('allow'),
  });

  app.post('/authorizations', async ({ req }) => {
    const order = await readBody(req.raw, authorizationOrder);
    if (order instanceof Response) return order;
    const { href, searchParams } = new URL(order.authorize_url, req.url);
    const issuer = core.baseUrl(href);
    const read = readAuthorizationRequest(core.market(), searchParams);
    switch (read.kind) {
      case 'valid': {
        const { seller_id: seller, decision } = order;
        return jsonReply(201, {
          location: decideAuthorization(core, read.request, seller, decision, issuer),
        });
      }
      case 'refused':
        return jsonReply(201, { location: refusalUrl(core, read.refusal, issuer) });
      case 'stranger':
        return errorsReply(400, [`authorize_url: ${read.message}`]);
    }
  });

  app.post('/tokens/revoke', async ({ req }) => {
    const order = await readBody(req.raw, revocationOrder);
    if (order instanceof Response) return order;
    const end = { atMs: core.clock.nowMs(), request: null, cause: 'order' } as const;
    const revoked = revokeTokens(core.market(), order, end);
    core.changed('state');
    return jsonReply(200, revoked);
  });

  return app;

  /** Returns whether a text is the address of the authorization page: absolute, or the path with its query. */
  function isAuthorizeUrl(text: string): boolean {
    return URL.canParse(text, BASE) && core.pathOf(new URL(text, BASE).href) === AUTHORIZE_PATH;
  }
}

const BASE = 'http://sandbox';
