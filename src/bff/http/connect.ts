import { AUTHORIZE_PATH, authorizationUrl, VaultError } from '../../protocol/index.ts';
import type { ConnectDisplay } from '../../protocol/index.ts';
import type { Settings } from '../config/settings.ts';
import type { TokenEndpoint } from '../service/oauth.ts';
import type { WebBackend } from './web-backend.ts';
import { askForConfirmation, isConfirmed } from './confirmation.ts';
import { connectingUserOf } from './user-session.ts';
import { flowIdOf, sealFlow, stateOf } from './flow.ts';
import { isPrefetch } from './navigation-request.ts';
import type { IntendedFlow } from './pages/error-page.ts';
import { emptyReply, redirectReply, withCookies } from './replies.ts';
import { parseReturnTo } from './return-to.ts';
import { queryOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Ports that starting an authorization uses. */
type ConnectPorts = Parameters<typeof connectingUserOf>[0] &
  Pick<WebBackend, 'settings' | 'sealer'> & { tokens: Pick<TokenEndpoint, 'newFlow'> };

/**
 * Redirects the user to the authorization page. Stores nothing: each flow has a new state and verifier, and keeps them in a sealed cookie of its own, so
 * that several tabs can connect at the same time. If the navigation comes from another site, answers with a page that asks the user first.
 *
 * @see RFC 9700 section 2.1, RFC 7636
 */
export async function connect(ports: ConnectPorts, request: RouteRequest): Promise<RouteResponse> {
  if (isPrefetch(request)) return emptyReply();
  const { settings, cookies, sealer, tokens, now } = ports;
  const query = queryOf(request);
  const returnTo = parseReturnTo(query.get('return_to'), settings);
  const display = displayOf(query.get('display'));
  // Ask before calling `subject`: on navigations from another site the browser omits the host's Strict cookie as well.
  if (!isConfirmed(ports, request)) return askForConfirmation(ports, request);
  const connecting = await connectingUserOf(ports, request);

  const { state: random, codeVerifier, codeChallenge } = await tokens.newFlow();
  const sinceMs = now();
  const state = stateOf(random, sinceMs);
  const id = flowIdOf(state);
  const flow = { sinceMs, codeVerifier, returnTo, display, ...connecting };
  const cookie = cookies.flow(id, await sealFlow(sealer, id, flow), sinceMs);
  return withCookies(
    redirectReply(302, authorizationAddress(ports, state, codeChallenge)),
    ...cookies.evictOldest(cookies.flowsOf(request), cookie),
    cookie,
  );
}

function authorizationAddress(
  { settings: { service, client } }: Pick<WebBackend, 'settings'>,
  state: string,
  codeChallenge: string,
): string {
  const { clientId, redirectUri } = client;
  return authorizationUrl(
    service.authorizeUrl ?? service.baseUrl.replace(/\/+$/, '') + AUTHORIZE_PATH,
    { clientId, redirectUri, state, codeChallenge },
  );
}

/**
 * Returns the flow that a failed request was to start, for the button of the error page. If `return_to` is not valid, the flow returns to the referring
 * page, or else to the root of the backend's origin.
 */
export function intendedFlowOf(settings: Settings, request: RouteRequest): IntendedFlow {
  const query = queryOf(request);
  const display = query.get('display') === 'popup' ? 'popup' : 'page';
  for (const address of [query.get('return_to'), request.header('referer')]) {
    try {
      return { returnTo: parseReturnTo(address, settings), display };
    } catch {
      // Try the next one.
    }
  }
  return { returnTo: parseReturnTo('/', settings), display };
}

function displayOf(text: string | null): ConnectDisplay {
  if (text === 'popup') return 'popup';
  if (text === 'page' || !text) return 'page';
  throw new VaultError('invalid_request', 'display must be page or popup.');
}
