import { DENIED_PARAMETER, VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { belongsTo, openSession, sessionIdOf, userErrorOf } from './user-session.ts';
import type { OpenSessionPorts } from './user-session.ts';
import { limitedAddressOf } from './client-address.ts';
import type { AddressPorts } from './client-address.ts';
import type { TokenEndpoint } from '../service/oauth.ts';
import type { ConsumedStates } from '../stores/store.ts';
import { isContinued, pageThatContinues } from './continuation.ts';
import type { FlowCookie } from './cookies.ts';
import { publicError } from '../failure.ts';
import {
  deadlineMsOf,
  doneFlow,
  flowIdOf,
  forgetStateAtMsOf,
  isStateOld,
  openFlow,
  sealFlow,
} from './flow.ts';
import type { CallbackResult, Flow, PendingCallback } from './flow.ts';
import { isPrefetch } from './navigation-request.ts';
import { errorPage } from './pages/error-page.ts';
import { popupPage } from './pages/popup-page.ts';
import { pruneIfDue } from './prune.ts';
import { emptyReply, redirectReply, withCookies } from './replies.ts';
import { requestIdOf } from './request-id.ts';
import { parseReturnTo, withParameter } from './return-to.ts';
import { queryOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteResponse } from './replies.ts';

/** Ports that the callback uses. */
type CallbackPorts = OpenSessionPorts &
  AddressPorts &
  Pick<WebBackend, 'subjects' | 'sealer' | 'pendingCallbacks' | 'requestLimits'> & {
    store: ConsumedStates;
    tokens: Pick<TokenEndpoint, 'exchange'>;
  };

/**
 * Handles the redirect from the service: checks the state, the browser and the user, consumes the flow, and exchanges the code.
 *
 * @see interface §4.1, RFC 9700 sections 4.2.4 and 4.7.1
 */
export async function callback(
  ports: CallbackPorts,
  request: RouteRequest,
): Promise<RouteResponse> {
  if (isPrefetch(request)) return emptyReply();
  const { cookies, pendingCallbacks, now } = ports;
  const query = queryOf(request);
  const state = query.get('state');
  if (!state) throw new VaultError('state_missing', 'The callback has no state.');
  if (query.getAll('state').length > 1) throw mismatchError();

  const id = flowIdOf(state);
  const flowCookies = cookies.flowsOf(request);
  const cookie = cookies.flowOf(flowCookies, id);
  if (!cookie) {
    // If the state is old, its cookie has expired too, so a missing cookie proves nothing.
    if (isStateOld(state, now())) throw expiredError();
    throw flowCookies.length ? mismatchError() : missingCookieError();
  }
  // Requests with the same state and cookie belong to one flow, and share its result.
  const key = id + cookie.value;
  const pending = pendingCallbacks.get(key) ?? {
    flow: openFlow(ports.sealer, id, cookie.value),
    requestCount: 0,
  };
  pendingCallbacks.set(key, pending);
  pending.requestCount += 1;
  try {
    return await answerPending(ports, request, { id, cookie, pending });
  } finally {
    pending.requestCount -= 1;
    if (!pending.requestCount) pendingCallbacks.delete(key);
  }
}

/** Answers one request of a flow. A browser may repeat the request; each must come from the user who started the flow. */
async function answerPending(
  ports: CallbackPorts,
  request: RouteRequest,
  { id, cookie, pending }: { id: string; cookie: FlowCookie; pending: PendingCallback },
): Promise<RouteResponse> {
  const { cookies, settings, inFlight, now } = ports;
  const flow = await pending.flow;
  if (!flow) {
    const state = queryOf(request).get('state') ?? '';
    throw isStateOld(state, now()) ? expiredError() : mismatchError();
  }
  const userError = await userErrorOf(ports, request, flow);
  // A `SameSite=Strict` login cookie comes only with a navigation within the own site.
  if (userError?.code === 'subject_missing' && !isContinued(request))
    return pageThatContinues(settings, request);
  if (userError) {
    const error = publicError(ports, 'callback', userError, {
      requestId: requestIdOf(request),
    });
    const page = await showError(ports, request, flow, error);
    // Delete the flow. Otherwise its user could sign in again and reload, and would be connected to the vault of the person who has just authorized.
    return withCookies(page, cookies.noFlow(cookie));
  }
  pending.result ??= inFlight.add(processCallback(ports, request, { id, flow }));
  const result = await pending.result;
  if (result) return answerWith(ports, request, result);
  if (await hasResultingSession(ports, request, flow)) return returnToPage(ports, request, flow);
  throw now() < deadlineMsOf(flow) ? consumedError() : expiredError();
}

/** A flow that this browser may complete. */
interface OpenedFlow {
  id: string;
  flow: Flow;
}

/** Completes the flow if it is still valid. @returns `undefined` if it has expired or was consumed before */
async function processCallback(
  ports: CallbackPorts,
  request: RouteRequest,
  opened: OpenedFlow,
): Promise<CallbackResult | undefined> {
  const { now } = ports;
  const { callback: limit } = ports.requestLimits;
  const { flow } = opened;
  if (flow.sessionId !== undefined || now() >= deadlineMsOf(flow)) return undefined;
  // Anybody can start a flow, and completing it costs a stored state and a request to the service. If the limit refuses the request, the flow can be
  // used later.
  const address = limitedAddressOf(ports, request);
  limit.countRequest(address);
  const result = await completeFlow(ports, request, opened);
  limit.chargeRefusal(address, result?.error);
  return result;
}

/**
 * Consumes the flow and exchanges the code.
 *
 * @returns `undefined` if the flow was consumed before
 */
async function completeFlow(
  ports: CallbackPorts,
  request: RouteRequest,
  opened: OpenedFlow,
): Promise<CallbackResult | undefined> {
  const { settings, cookies, sealer, store, tokens } = ports;
  const { id, flow } = opened;
  const query = queryOf(request);
  pruneIfDue(ports);
  // The store accepts each state once, across all processes. A second request, even with a copied cookie, exchanges nothing.
  if (!(await store.consumeState(id, forgetStateAtMsOf(flow)))) return undefined;
  try {
    const code = codeOf(query, settings.service.issuer);
    const state = query.get('state') ?? '';
    const { redirectUri } = settings.client;
    const { subject, previousSessionId, codeVerifier } = flow;
    const response = await tokens.exchange({ code, codeVerifier, state, redirectUri });
    const connected = await openSession(ports, request, {
      ...{ subject, response, previousSessionId },
    });
    const { session, cookie } = connected;
    // Keep the result in the cookie of the flow: the session cookie is Strict, so the browser does not send it if the service redirects here again.
    const done = await sealFlow(sealer, id, doneFlow(flow, session.id));
    return { flow, cookies: [cookie, cookies.flow(id, done, flow.sinceMs)] };
  } catch (error) {
    return {
      flow,
      error: publicError(ports, 'callback', error, { requestId: requestIdOf(request) }),
      cookies: [],
    };
  }
}

async function answerWith(
  ports: CallbackPorts,
  request: RouteRequest,
  { flow, error, cookies }: CallbackResult,
): Promise<RouteResponse> {
  if (error && error.code !== 'access_denied') return showError(ports, request, flow, error);
  return withCookies(await returnToPage(ports, request, flow, error), ...cookies);
}

/** Shows an error, and lets the user start the same flow again. */
const showError = (ports: CallbackPorts, request: RouteRequest, flow: Flow, error: VaultError) =>
  errorPage(ports.settings, request, error, { ...flow, returnTo: returnToOf(ports, flow) });

/** Returns to the page, or answers a popup with a page that notifies its opener. @param denied set if the user declined */
async function returnToPage(
  ports: CallbackPorts,
  request: RouteRequest,
  flow: Flow,
  denied?: VaultError,
): Promise<RouteResponse> {
  const returnTo = returnToOf(ports, flow);
  if (flow.display === 'popup') return popupPage(request, returnTo, denied?.code);
  return redirectReply(303, denied ? withParameter(returnTo, DENIED_PARAMETER) : returnTo);
}

/** Returns the address of the page to return to, or of `/` if the options no longer allow that page. */
function returnToOf({ settings }: Pick<CallbackPorts, 'settings'>, { returnTo }: Flow): string {
  try {
    return parseReturnTo(returnTo, settings);
  } catch {
    return parseReturnTo('/', settings);
  }
}

/**
 * Reads the code from the query.
 *
 * @throws VaultError if the service sent no code
 */
function codeOf(query: URLSearchParams, issuer: string | undefined): string {
  // Check all values, since a repeated parameter is a forgery or a mistake. @see RFC 9207 section 2.4, RFC 6749 section 3.1
  if (issuer !== undefined && query.getAll('iss').some((iss) => iss !== issuer)) {
    throw new VaultError(
      'state_mismatch',
      'The callback does not come from the configured service.',
    );
  }
  const error = query.get('error');
  if (error === 'access_denied') throw new VaultError('access_denied', 'The user declined.');
  if (error !== null) throw authorizationError(error);
  const [code, ...others] = query.getAll('code');
  if (code && !others.length) return code;
  throw new VaultError('invalid_request', 'The callback has no code.');
}

/** Error codes of an authorization. Any other text in the query may be anybody's, and does not reach the log. @see RFC 6749 section 4.1.2.1 */
const AUTHORIZATION_ERRORS: ReadonlySet<string> = new Set([
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
]);

function authorizationError(error: string): VaultError {
  return /^(server_error|temporarily_unavailable)$/.test(error)
    ? new VaultError('service_error', 'The service could not ask the user.')
    : new VaultError(
        'configuration_error',
        `The service refused the authorization (${AUTHORIZATION_ERRORS.has(error) ? error : 'with an unknown error code'}).`,
      );
}

/** Returns whether this browser has the session that the flow led to, or a newer one of its user. Then the request is only a repetition. */
async function hasResultingSession(
  ports: CallbackPorts,
  request: RouteRequest,
  { previousSessionId, sessionId, subject }: Flow,
): Promise<boolean> {
  // Without the `subject` option, each session is its own subject.
  const user = ports.settings.subject && subject;
  for (const id of [sessionId, sessionIdOf(ports, request)]) {
    if (id === undefined || id === previousSessionId) continue;
    const found = await ports.store.findSessionState(id, ports.now());
    if (found && belongsTo(user, found)) return true;
  }
  return false;
}

const expiredError = () =>
  new VaultError('state_expired', 'The authorization took longer than ten minutes.');

const mismatchError = () =>
  new VaultError('state_mismatch', 'This callback belongs to another browser or another attempt.');

const consumedError = () => new VaultError('state_expired', 'This link was used before.');

const missingCookieError = () =>
  new VaultError('state_missing', 'This browser does not have the cookie of this authorization.');
