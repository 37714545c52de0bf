import { DENIED_PARAMETER, VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import { belongsTo, openSession, sessionIdOf } from './user-session.ts';
import { clientAddressOf } from './client-address.ts';
import type { FlowCookie } from './cookies.ts';
import { findEarlierFlow, isOfEarlierVersion } from './earlier-flow.ts';
import type { Ending, SeenFlow } from './ending.ts';
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
import { isLookingAhead } from './navigation-request.ts';
import { errorPage } from './pages/error-page.ts';
import { popupPage } from './pages/popup-page.ts';
import { pruneNowAndThen } from './prune.ts';
import { emptyReply, redirectReply, withCookies } from './replies.ts';
import { parseReturnTo, withParameter } from './return-to.ts';

/**
 * The way back from the service: first the state and the browser, then the flow is used up, then the code is exchanged.
 *
 * @see interface §4.1, RFC 9700 sections 4.2.4 and 4.7.1
 */
export async function callback(backend: WebBackend, request: Request): Promise<Response> {
  if (isLookingAhead(request)) return emptyReply();
  const { cookies, now } = backend;
  const query = new URL(request.url).searchParams;
  const state = query.get('state');
  if (!state) throw new VaultError('state_missing', 'The answer came without its state.');
  if (query.getAll('state').length > 1) throw mismatch();

  const id = flowIdOf(state);
  const flowCookies = cookies.flowsOf(request);
  const cookie = cookies.flowOf(flowCookies, id);
  if (!cookie) {
    // Cookies leave a browser when their flow is too old, so their absence proves nothing then.
    if (isStateOld(state, now())) throw late();
    throw flowCookies.length ? mismatch() : missing();
  }
  const { flow, ending } = await lookOnce(backend, request, id, cookie);
  if (!flow) throw isStateOld(state, now()) ? late() : mismatch();
  if (ending) return tell(backend, request, ending);
  if (await isDone(backend, request, flow)) return goBack(backend, request, flow);
  throw now() < deadlineMsOf(flow) ? used() : late();
}

/** A flow that this browser may finish. */
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
  isOfEarlierVersion(value)
    ? findEarlierFlow(backend, id, value)
    : openFlow(backend.sealer, id, value);

/**
 * Uses the flow up, once for all processes. Who comes a second time, with a copied cookie too, exchanges nothing.
 *
 * @returns whether this was the first call
 */
async function consume(
  { store, now }: WebBackend,
  { id, flow, cookie }: OpenedFlow,
): Promise<boolean> {
  return isOfEarlierVersion(cookie.value)
    ? ((await store.consumeFlow?.(id, now()))?.first ?? false)
    : store.consumeState(id, forgetStateAtMsOf(flow));
}

/** The same answer, while it is worked on: a browser that reloads may never have seen what the first of its requests was told. */
function lookOnce(
  backend: WebBackend,
  request: Request,
  id: string,
  cookie: FlowCookie,
): Promise<SeenFlow> {
  const { endings, underWay } = backend;
  // Who has the same cookie may finish the same flow, whether or not it has been opened yet.
  const key = id + cookie.value;
  const begun = endings.get(key);
  if (begun) return begun;
  const seen = look(backend, request, id, cookie).finally(() => endings.delete(key));
  endings.set(key, seen);
  return underWay.add(seen);
}

/** Opens the flow, and finishes it where it can be. */
async function look(
  backend: WebBackend,
  request: Request,
  id: string,
  cookie: FlowCookie,
): Promise<SeenFlow> {
  const { callLimits, now } = backend;
  const flow = await flowOf(backend, id, cookie);
  if (!flow || flow.sessionId !== undefined || now() >= deadlineMsOf(flow)) return { flow };
  // Anybody can get a flow. Whoever brings one back has it stored that its state is consumed, and the service asked. Refused, it stays unused.
  callLimits.callback.countCall(clientAddressOf(backend, request));
  const query = new URL(request.url).searchParams;
  return { flow, ending: await finish(backend, { id, flow, cookie }, query) };
}

/** @returns `undefined`: the flow was used up before */
async function finish(
  backend: WebBackend,
  opened: OpenedFlow,
  query: URLSearchParams,
): Promise<Ending | undefined> {
  const { settings, cookies, sealer, tokens } = backend;
  const { id, flow } = opened;
  pruneNowAndThen(backend);
  if (!(await consume(backend, opened))) return undefined;
  try {
    const code = codeOf(query, settings.issuer);
    const state = query.get('state') ?? '';
    const { redirectUri } = settings;
    const { subject, previousSessionId, codeVerifier } = flow;
    const response = await tokens.exchange({ code, codeVerifier, state, redirectUri });
    const opened = await openSession(backend, { subject, response, previousSessionId });
    const { session, cookie } = opened;
    // The flow's cookie now says what came of it: the session's own is Strict, and is not sent when the service sends the user here again.
    const done = await sealFlow(sealer, id, doneFlow(flow, session.id));
    return { flow, cookies: [cookie, cookies.flow(id, done, flow.sinceMs)] };
  } catch (error) {
    return { flow, error: publicError(backend, 'callback', error), cookies: [] };
  }
}

async function tell(
  backend: WebBackend,
  request: Request,
  { flow, error, cookies }: Ending,
): Promise<Response> {
  if (error && error.code !== 'access_denied') {
    const returnTo = returnToOf(backend, flow);
    return errorPage(backend.settings, request, error, { ...flow, returnTo });
  }
  return withCookies(await goBack(backend, request, flow, error), ...cookies);
}

/** Back to the page; or, in a window of its own, a page that tells it. @param denied the user said no */
async function goBack(
  backend: WebBackend,
  request: Request,
  flow: Flow,
  denied?: VaultError,
): Promise<Response> {
  const returnTo = returnToOf(backend, flow);
  if (flow.display === 'popup') return popupPage(request, returnTo, denied?.code);
  return redirectReply(303, denied ? withParameter(returnTo, DENIED_PARAMETER) : returnTo);
}

/** Checked again: what was allowed when the flow began need not be allowed any more. */
function returnToOf({ settings }: WebBackend, { returnTo }: Flow): string {
  try {
    return parseReturnTo(returnTo, settings);
  } catch {
    return parseReturnTo('/', settings);
  }
}

/** @throws VaultError where the service sent no code */
function codeOf(query: URLSearchParams, issuer: string | undefined): string {
  // Each of them, since a parameter that comes twice is a forgery or a mistake. @see RFC 9207 section 2.4, RFC 6749 section 3.1
  if (issuer !== undefined && query.getAll('iss').some((iss) => iss !== issuer)) {
    throw new VaultError('state_mismatch', 'The answer is not from the service that was asked.');
  }
  const error = query.get('error');
  if (error === 'access_denied') throw new VaultError('access_denied', 'The user said no.');
  if (error !== null) throw refused(error);
  const [code, ...others] = query.getAll('code');
  if (code && !others.length) return code;
  throw new VaultError('invalid_request', 'The answer came without a code.');
}

/** @see RFC 6749 section 4.1.2.1 */
function refused(error: string): VaultError {
  return /^(server_error|temporarily_unavailable)$/.test(error)
    ? new VaultError('service_error', 'The service could not ask the user.')
    : new VaultError(
        'configuration_error',
        `The service refused the authorization: ${error.replace(/[^\w.-]/g, '').slice(0, 50)}.`,
      );
}

/** Whether this browser has the session that came of this flow, or another of its user that is newer: the answer is only being repeated. */
async function isDone(
  backend: WebBackend,
  request: Request,
  { previousSessionId, sessionId, subject }: Flow,
): Promise<boolean> {
  // Where the host names no users, each session is its own subject.
  const user = backend.options.subject && subject;
  for (const id of [sessionId, sessionIdOf(backend, request)]) {
    if (id === undefined || id === previousSessionId) continue;
    const found = await backend.store.findSession(id, backend.now());
    if (found && belongsTo(user, found)) return true;
  }
  return false;
}

const late = () =>
  new VaultError('state_expired', 'It took too long: the way back was open for ten minutes.');

const mismatch = () =>
  new VaultError('state_mismatch', 'This way back belongs to another browser or another attempt.');

const used = () => new VaultError('state_expired', 'This link was used before.');

const missing = () =>
  new VaultError('state_missing', 'This browser does not have the cookie that the way out left.');
