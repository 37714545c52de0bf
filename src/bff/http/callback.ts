import { DENIED_PARAMETER, VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { belongsTo, openSession, sessionIdOf } from './user-session.ts';
import { limitedAddressOf } from './client-address.ts';
import type { FlowCookie } from './cookies.ts';
import { findLegacyFlow, isLegacyFlowCookie } from './legacy-flow.ts';
import type { CallbackResult, ProcessedCallback } from './callback-result.ts';
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
import type { Flow } from './flow.ts';
import { isPrefetch } from './navigation-request.ts';
import { errorPage } from './pages/error-page.ts';
import { popupPage } from './pages/popup-page.ts';
import { pruneIfDue } from './prune.ts';
import { emptyReply, redirectReply, withCookies } from './replies.ts';
import { parseReturnTo, withParameter } from './return-to.ts';

/**
 * Handles the redirect from the service: checks the state and the browser, consumes the flow, and exchanges the code.
 *
 * @see interface §4.1, RFC 9700 sections 4.2.4 and 4.7.1
 */
export async function callback(backend: WebBackend, request: Request): Promise<Response> {
  if (isPrefetch(request)) return emptyReply();
  const { cookies, now } = backend;
  const query = new URL(request.url).searchParams;
  const state = query.get('state');
  if (!state) throw new VaultError('state_missing', 'The callback has no state.');
  if (query.getAll('state').length > 1) throw mismatchError();

  const id = flowIdOf(state);
  const flowCookies = cookies.flowsOf(request);
  const cookie = cookies.flowOf(flowCookies, id);
  if (!cookie) {
    // The cookie expires with its flow, so a missing cookie proves nothing then.
    if (isStateOld(state, now())) throw expiredError();
    throw flowCookies.length ? mismatchError() : missingCookieError();
  }
  const { flow, result } = await processCallbackOnce(backend, request, id, cookie);
  if (!flow) throw isStateOld(state, now()) ? expiredError() : mismatchError();
  if (result) return answerWith(backend, request, result);
  if (await hasResultingSession(backend, request, flow))
    return returnToPage(backend, request, flow);
  throw now() < deadlineMsOf(flow) ? consumedError() : expiredError();
}

/** A flow that this browser may complete. */
interface OpenedFlow {
  id: string;
  flow: Flow;
  cookie: FlowCookie;
}

const flowOf = (
  backend: WebBackend,
  id: string,
  { value }: FlowCookie,
): Promise<Flow | undefined> =>
  isLegacyFlowCookie(value)
    ? findLegacyFlow(backend, id, value)
    : openFlow(backend.sealer, id, value);

/**
 * Consumes the flow, once across all processes. A second request, even with a copied cookie, exchanges nothing.
 *
 * @returns whether this was the first request
 */
async function consumeOnce(
  { store, now }: WebBackend,
  { id, flow, cookie }: OpenedFlow,
): Promise<boolean> {
  return isLegacyFlowCookie(cookie.value)
    ? ((await store.consumeFlow?.(id, now()))?.first ?? false)
    : store.consumeState(id, forgetStateAtMsOf(flow));
}

/** Shares one result between concurrent requests of the same flow. A browser that reloads may never have received the first response. */
function processCallbackOnce(
  backend: WebBackend,
  request: Request,
  id: string,
  cookie: FlowCookie,
): Promise<ProcessedCallback> {
  const { pendingCallbacks, inFlight } = backend;
  // The same cookie proves the same flow, even before it is opened.
  const key = id + cookie.value;
  const pending = pendingCallbacks.get(key);
  if (pending) return pending;
  const processing = processCallback(backend, request, id, cookie).finally(() =>
    pendingCallbacks.delete(key),
  );
  pendingCallbacks.set(key, processing);
  return inFlight.add(processing);
}

/** Opens the flow, and completes it if it is still valid. */
async function processCallback(
  backend: WebBackend,
  request: Request,
  id: string,
  cookie: FlowCookie,
): Promise<ProcessedCallback> {
  const { now } = backend;
  const { callback: limit } = backend.callLimits;
  const flow = await flowOf(backend, id, cookie);
  if (!flow || flow.sessionId !== undefined || now() >= deadlineMsOf(flow)) return { flow };
  // Anybody can start a flow, and completing it costs a stored state and a request to the service. A refused flow stays unused.
  const address = limitedAddressOf(backend, request);
  limit.countCall(address);
  const query = new URL(request.url).searchParams;
  const result = await completeFlow(backend, { id, flow, cookie }, query);
  limit.chargeRefusal(address, result?.error);
  return { flow, result };
}

/**
 * Consumes the flow and exchanges the code.
 *
 * @returns `undefined` if the flow was consumed before
 */
async function completeFlow(
  backend: WebBackend,
  opened: OpenedFlow,
  query: URLSearchParams,
): Promise<CallbackResult | undefined> {
  const { settings, cookies, sealer, tokens } = backend;
  const { id, flow } = opened;
  pruneIfDue(backend);
  if (!(await consumeOnce(backend, opened))) return undefined;
  try {
    const code = codeOf(query, settings.issuer);
    const state = query.get('state') ?? '';
    const { redirectUri } = settings;
    const { subject, previousSessionId, codeVerifier } = flow;
    const response = await tokens.exchange({ code, codeVerifier, state, redirectUri });
    const opened = await openSession(backend, { subject, response, previousSessionId });
    const { session, cookie } = opened;
    // Keep the result in the cookie of the flow: the session cookie is Strict, so the browser does not send it if the service redirects here again.
    const done = await sealFlow(sealer, id, doneFlow(flow, session.id));
    return { flow, cookies: [cookie, cookies.flow(id, done, flow.sinceMs)] };
  } catch (error) {
    return { flow, error: publicError(backend, 'callback', error), cookies: [] };
  }
}

async function answerWith(
  backend: WebBackend,
  request: Request,
  { flow, error, cookies }: CallbackResult,
): Promise<Response> {
  if (error && error.code !== 'access_denied') {
    const returnTo = returnToOf(backend, flow);
    return errorPage(backend.settings, request, error, { ...flow, returnTo });
  }
  return withCookies(await returnToPage(backend, request, flow, error), ...cookies);
}

/** Returns to the page, or answers a popup with a page that notifies its opener. @param denied set if the user declined */
async function returnToPage(
  backend: WebBackend,
  request: Request,
  flow: Flow,
  denied?: VaultError,
): Promise<Response> {
  const returnTo = returnToOf(backend, flow);
  if (flow.display === 'popup') return popupPage(request, returnTo, denied?.code);
  return redirectReply(303, denied ? withParameter(returnTo, DENIED_PARAMETER) : returnTo);
}

/** Checks the address again: it may not be allowed any more. */
function returnToOf({ settings }: WebBackend, { returnTo }: Flow): string {
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

/** @see RFC 6749 section 4.1.2.1 */
function authorizationError(error: string): VaultError {
  return /^(server_error|temporarily_unavailable)$/.test(error)
    ? new VaultError('service_error', 'The service could not ask the user.')
    : new VaultError(
        'configuration_error',
        `The service refused the authorization: ${error.replace(/[^\w.-]/g, '').slice(0, 50)}.`,
      );
}

/** Returns whether this browser has the session that the flow led to, or a newer one of its user. Then the request is only a repetition. */
async function hasResultingSession(
  backend: WebBackend,
  request: Request,
  { previousSessionId, sessionId, subject }: Flow,
): Promise<boolean> {
  // Without the `subject` option, each session is its own subject.
  const user = backend.options.subject && subject;
  for (const id of [sessionId, sessionIdOf(backend, request)]) {
    if (id === undefined || id === previousSessionId) continue;
    const found = await backend.store.findSession(id, backend.now());
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
