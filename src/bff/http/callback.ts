import { DENIED_PARAMETER, VaultError } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';
import { hashOf } from '../grants/hash.ts';
import type { Flow } from '../stores/store.ts';
import { deadlineMsOf, verifierContext } from './connect.ts';
import { belongsTo, openSession, sessionIdOf } from './connection.ts';
import type { FlowCookie } from './cookies.ts';
import type { Ending } from './ending.ts';
import { publicError } from './failure.ts';
import { isLookingAhead } from './navigation.ts';
import { errorPage } from './pages/error-page.ts';
import { popupPage } from './pages/popup-page.ts';
import { emptyReply, redirectReply, withCookies } from './reply.ts';
import { parseReturnTo, withParameter } from './return-to.ts';

/**
 * The way back from the service: first the state and the browser, then the flow is used up, then the code is exchanged.
 *
 * @see interface §4.1, RFC 9700 sections 4.2.4 and 4.7.1
 */
export async function callback(backend: Backend, request: Request): Promise<Response> {
  if (isLookingAhead(request)) return emptyReply();
  const { store, cookies, now } = backend;
  const query = new URL(request.url).searchParams;
  const state = query.get('state');
  if (!state) throw new VaultError('state_missing', 'The answer came without its state.');
  if (query.getAll('state').length > 1) throw mismatch();

  const id = hashOf(state);
  const flow = await store.findFlow(id, now());
  const flowCookies = cookies.flowsOf(request);
  const cookie = cookies.flowOf(flowCookies, id);
  const mistake =
    (flow && now() < deadlineMsOf(flow) ? undefined : lateOrUnknown(flow, cookie, flowCookies)) ??
    mistakeOfBrowser(flow, cookie, flowCookies);
  const ending = mistake ? undefined : await endingOf(backend, id, query);
  if (ending) return tell(backend, request, ending);
  if (flow && (await isDone(backend, request, flow, cookie))) return goBack(backend, request, flow);
  throw mistake ?? used();
}

/** The same answer, while it is worked on: a browser that reloads may never have seen what the first of its requests was told. */
function endingOf(
  backend: Backend,
  id: string,
  query: URLSearchParams,
): Promise<Ending | undefined> {
  const { endings, underWay } = backend;
  const begun = endings.get(id);
  if (begun) return begun;
  const ending = finish(backend, id, query).finally(() => endings.delete(id));
  endings.set(id, ending);
  return underWay.add(ending);
}

/** @returns `undefined`: the flow was used up before */
async function finish(
  backend: Backend,
  id: string,
  query: URLSearchParams,
): Promise<Ending | undefined> {
  const { settings, store, cookies, sealer, tokens, now } = backend;
  const consumed = await store.consumeFlow(id, now());
  if (!consumed?.first) return undefined;
  const { flow } = consumed;
  try {
    const code = codeOf(query, settings.issuer);
    const state = query.get('state') ?? '';
    const codeVerifier = await sealer.open(flow.sealedVerifier, verifierContext(flow.id));
    const { redirectUri } = settings;
    const response = await tokens.exchange({ code, codeVerifier, state, redirectUri });
    const { subject, previousSessionId } = flow;
    const opened = await openSession(backend, { subject, response, previousSessionId });
    const { session, cookie } = opened;
    // The flow's cookie now says what came of it: the session's own is Strict, and is not sent when the service sends the user here again.
    return { flow, cookies: [cookie, cookies.doneFlow(flow.id, session.id, now())] };
  } catch (error) {
    return { flow, error: publicError(backend, 'callback', error), cookies: [] };
  }
}

async function tell(
  backend: Backend,
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
  backend: Backend,
  request: Request,
  flow: Flow,
  denied?: VaultError,
): Promise<Response> {
  const returnTo = returnToOf(backend, flow);
  if (flow.display === 'popup') return popupPage(request, returnTo, denied?.code);
  return redirectReply(303, denied ? withParameter(returnTo, DENIED_PARAMETER) : returnTo);
}

/** Checked again: what was allowed when the flow began need not be allowed any more. */
function returnToOf({ settings }: Backend, { returnTo }: Flow): string {
  try {
    return parseReturnTo(returnTo, settings);
  } catch {
    return parseReturnTo('/', settings);
  }
}

/** @throws VaultError where the service sent no code */
function codeOf(query: URLSearchParams, issuer: string | undefined): string {
  const iss = query.get('iss');
  if (issuer !== undefined && iss !== null && iss !== issuer) {
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

/** Cookies leave a browser when their flow is too old, so their absence proves nothing then. */
function lateOrUnknown(
  flow: Flow | undefined,
  cookie: FlowCookie | undefined,
  others: readonly FlowCookie[],
): VaultError {
  if (flow ?? cookie) {
    return new VaultError(
      'state_expired',
      'It took too long: the way back was open for ten minutes.',
    );
  }
  return others.length ? mismatch() : missing();
}

function mistakeOfBrowser(
  flow: Flow | undefined,
  cookie: FlowCookie | undefined,
  others: readonly FlowCookie[],
): VaultError | undefined {
  if (!cookie) return others.length ? mismatch() : missing();
  if (cookie.isDone) return used();
  return hashOf(cookie.value) === flow?.browserKeyHash ? undefined : mismatch();
}

/** Whether this browser has the session that came of this flow, or another of its user that is newer: the answer is only being repeated. */
async function isDone(
  backend: Backend,
  request: Request,
  { previousSessionId, subject }: Flow,
  cookie: FlowCookie | undefined,
): Promise<boolean> {
  // Where the host names no users, each session is its own subject.
  const user = backend.options.subject && subject;
  for (const id of [cookie?.value, sessionIdOf(backend, request)]) {
    if (id === undefined || id === previousSessionId) continue;
    const found = await backend.store.findSession(id, backend.now());
    if (found && belongsTo(user, found)) return true;
  }
  return false;
}

const mismatch = () =>
  new VaultError('state_mismatch', 'This way back belongs to another browser or another attempt.');

const used = () => new VaultError('state_expired', 'This link was used before.');

const missing = () =>
  new VaultError('state_missing', 'This browser does not have the cookie that the way out left.');
