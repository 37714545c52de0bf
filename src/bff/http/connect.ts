import { AUTHORIZE_PATH, authorizationUrl, VaultError } from '../../protocol/index.ts';
import type { ConnectDisplay } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { hashOf, randomId } from '../grants/hash.ts';
import { askFirst, isConfirmed } from './confirmation.ts';
import { connectingOf } from './connection.ts';
import { FLOW_LIFETIME_SECONDS } from './cookies.ts';
import { isLookingAhead } from './navigation.ts';
import { pruneNowAndThen } from './prune.ts';
import { emptyReply, redirectReply, withCookies } from './reply.ts';
import { parseReturnTo } from './return-to.ts';

/** A flow that is too old or done is remembered for so long, so that who comes late or twice hears what has happened. */
const FLOW_MEMORY_SECONDS = 3600;

/** When a flow is too old to be finished, while it is still remembered. */
export const deadlineMsOf = ({ expiresAtMs }: { expiresAtMs: number }): number =>
  expiresAtMs - (FLOW_MEMORY_SECONDS - FLOW_LIFETIME_SECONDS) * 1000;

/** What a flow's verifier is sealed with. */
export const verifierContext = (flowId: string): string => `flow:${flowId}`;

/**
 * Sends the user to the authorization page. State and verifier are made anew each time, and bound to this browser by a cookie of this flow's
 * own, so that several tabs can be on their way at once. From another site, a page asks the user first.
 *
 * @see RFC 9700 section 2.1, RFC 7636
 */
export async function connect(backend: Backend, request: Request): Promise<Response> {
  if (isLookingAhead(request)) return emptyReply();
  const { settings, cookies, store, sealer, tokens, now } = backend;
  const query = new URL(request.url).searchParams;
  const returnTo = parseReturnTo(query.get('return_to'), settings);
  const display = displayOf(query.get('display'));
  // Before the host names its user: from another site the browser leaves out the host's Strict cookie as well.
  if (!isConfirmed(backend, request)) return askFirst(backend, request);
  const connecting = await connectingOf(backend, request);

  pruneNowAndThen(backend);
  const { state, codeVerifier, codeChallenge } = await tokens.newFlow();
  const id = hashOf(state);
  const browserKey = randomId();
  await store.addFlow({
    id,
    browserKeyHash: hashOf(browserKey),
    sealedVerifier: await sealer.seal(codeVerifier, verifierContext(id)),
    returnTo,
    display,
    ...connecting,
    expiresAtMs: now() + FLOW_MEMORY_SECONDS * 1000,
  });
  return withCookies(
    redirectReply(302, authorizationAddress(backend, state, codeChallenge)),
    ...cookies.room(cookies.flowsOf(request)),
    cookies.flow(id, browserKey, now()),
  );
}

function authorizationAddress(
  { options: { service, client } }: Backend,
  state: string,
  codeChallenge: string,
): string {
  const { clientId, redirectUri } = client;
  return authorizationUrl(
    service.authorizeUrl ?? service.baseUrl.replace(/\/+$/, '') + AUTHORIZE_PATH,
    { clientId, redirectUri, state, codeChallenge, parameters: service.authorizeParameters },
  );
}

function displayOf(text: string | null): ConnectDisplay {
  if (text === 'popup') return 'popup';
  if (text === 'page' || !text) return 'page';
  throw new VaultError('invalid_request', 'display must be page or popup.');
}
