import { VaultError } from '../../protocol/index.ts';
import type { ExchangeReply } from '../../protocol/index.ts';
import { exchangeRequest } from '../../protocol/schemas.ts';
import type { WebBackend } from './web-backend.ts';
import { parseBody, readObject } from './body.ts';
import { limitedAddressOf } from './client-address.ts';
import type { AddressPorts } from './client-address.ts';
import type { TokenEndpoint } from '../service/oauth.ts';
import { connectingUserOf, openSession } from './user-session.ts';
import type { OpenSessionPorts } from './user-session.ts';
import { jsonReply, withCookies } from './replies.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Ports that the hook uses. */
type ExchangePorts = OpenSessionPorts &
  AddressPorts &
  Parameters<typeof connectingUserOf>[0] &
  Pick<WebBackend, 'originCheck' | 'requestLimits'> & { tokens: Pick<TokenEndpoint, 'exchange'> };

/** Handles the hook: exchanges the code of a page that ran the authorization and has checked the state. @see interface §4.2 */
export async function exchange(
  ports: ExchangePorts,
  request: RouteRequest,
): Promise<RouteResponse> {
  // Check first, so that the code is not spent on a grant that no session can use.
  ports.originCheck.checkSite(request);
  const body = parseBody(exchangeRequest, await readObject(request));
  const { redirectUri } = ports.settings.client;
  if (body.redirect_uri !== redirectUri) {
    throw new VaultError('invalid_request', 'The redirect_uri is not the one of the client.');
  }
  const connecting = await connectingUserOf(ports, request);
  const { exchange: limit } = ports.requestLimits;
  const address = limitedAddressOf(ports, request);
  limit.countRequest(address);
  const connect = async () => {
    const { code, code_verifier: codeVerifier, state } = body;
    const response = await ports.tokens.exchange({ code, codeVerifier, state, redirectUri });
    return openSession(ports, request, { ...connecting, response });
  };
  const { cookie, grant } = await ports.inFlight.add(connect()).catch((error: unknown) => {
    limit.chargeRefusal(address, error);
    throw error;
  });
  const reply: ExchangeReply = {
    connected: true,
    expires_at: new Date(grant.expiresAtMs).toISOString(),
  };
  return withCookies(jsonReply(200, reply), cookie);
}
