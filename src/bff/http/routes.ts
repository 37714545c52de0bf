import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { VaultError } from '../../protocol/index.ts';
import type { WebBackend } from './web-backend.ts';
import type { SwitchName } from '../config/settings.ts';
import { callback } from './callback.ts';
import { connect, intendedFlowOf } from './connect.ts';
import { relay } from './relay.ts';
import { exchange } from './exchange.ts';
import { publicError } from '../failure.ts';
import { live, ready, startup } from './health.ts';
import { preferredForm } from './navigation-request.ts';
import { errorPage } from './pages/error-page.ts';
import { push } from './push-route.ts';
import { emptyReply, errorReply } from './replies.ts';
import { requestIdOf, withRequestId } from './request-id.ts';
import type { RouteResponse } from './replies.ts';
import { pathOf } from './route-request.ts';
import type { RouteRequest } from './route-request.ts';
import { endSession, showSession } from './session.ts';

type Handler = (
  backend: WebBackend,
  request: RouteRequest,
  parameter: string,
) => Promise<RouteResponse>;

/** A path, its handlers, and its callers: scripts of pages, navigating browsers, or monitors. */
export interface Route {
  name: string;
  path: string;
  caller: 'script' | 'browser' | 'monitor';
  methods: ReadonlyMap<string, Handler>;
  /** The option that enables the route; `undefined` if it is always enabled. */
  switchName: SwitchName | undefined;
}

const PUSH = '/packets/:parameter/push';

/** The variables that enable a route. */
const VARIABLE_OF: Readonly<Record<SwitchName, string>> = {
  relay: 'VAULTLINK_RELAY',
  hook: 'VAULTLINK_HOOK',
};

const routeTo = (
  caller: Route['caller'],
  path: string,
  methods: Record<string, Handler>,
  switchName?: SwitchName,
): Route => ({
  name: path.split('/')[1] ?? '',
  path,
  caller,
  methods: new Map(Object.entries(methods)),
  switchName,
});

/** All paths below `basePath`. */
export const ROUTES: readonly Route[] = [
  routeTo('browser', '/connect', { GET: connect }),
  routeTo('browser', '/callback', { GET: callback }),
  routeTo('script', '/exchange', { POST: exchange }, 'hook'),
  routeTo('script', '/session', { GET: showSession, DELETE: endSession }),
  routeTo('script', PUSH, { POST: push }),
  routeTo('script', '/endlinks/:parameter', { POST: relay }, 'relay'),
  routeTo('monitor', '/health', { GET: ready }),
  routeTo('monitor', '/health/live', { GET: live }),
  routeTo('monitor', '/health/ready', { GET: ready }),
  routeTo('monitor', '/health/startup', { GET: startup }),
];

/** Answers the requests of a backend. Never rejects. */
export type AnswerRequest = (request: RouteRequest) => Promise<RouteResponse>;

/** Creates the function that answers each request below `basePath`, and any other with 404. */
export function createRoutes(backend: WebBackend): AnswerRequest {
  const { basePath } = backend.settings;
  const router = new RegExpRouter<Route>();
  for (const route of ROUTES) router.add(METHOD_NAME_ALL, basePath + route.path, route);
  const notFound = (path: string) => {
    const isOutside = !`${path}/`.startsWith(`${basePath}/`);
    const hint = isOutside ? ` It is outside of the basePath "${basePath}" of the backend.` : '';
    return errorReply(new VaultError('not_found', `There is nothing here.${hint}`));
  };
  return async (request) => {
    const path = pathOf(request);
    const [[[matched, indexes] = []], values = []] = router.match(METHOD_NAME_ALL, path);
    if (!matched) return withRequestId(request, notFound(path));
    const index = indexes?.parameter;
    const parameter = decodedPart(typeof index === 'number' ? values[index] : '');
    return answer(backend, matched, request, parameter);
  };
}

/** Decodes a part of a path. Returns it unchanged if it is not decodable; handlers refuse such a part. */
function decodedPart(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function answer(
  backend: WebBackend,
  route: Route,
  request: RouteRequest,
  parameter: string,
): Promise<RouteResponse> {
  let response: RouteResponse;
  try {
    response = await handle(backend, route, request, parameter);
  } catch (error) {
    response = await errorResponse(backend, route, request, parameter, error);
  }
  return backend.originCheck.addCorsHeaders(request, withRequestId(request, response));
}

async function handle(
  backend: WebBackend,
  { name, caller, methods, switchName }: Route,
  request: RouteRequest,
  parameter: string,
): Promise<RouteResponse> {
  const { method } = request;
  if (caller === 'script' && method === 'OPTIONS' && request.header('origin') !== null) {
    return emptyReply(backend.originCheck.preflight(request, namesOf(methods)));
  }
  const handler = methods.get(method === 'HEAD' ? 'GET' : method);
  if (!handler) throw new VaultError('method_not_allowed', `Allowed methods: ${namesOf(methods)}.`);
  if (caller === 'script') backend.originCheck.checkRequest(request);
  if (switchName && !backend.settings[switchName])
    return refuseDisabledRoute(backend, request, switchName, name);
  return handler(backend, request, parameter);
}

/**
 * Answers a request to a disabled route with the setting that enables it. Emits an event only for the first request to each route: pages repeat their
 * requests, and strangers could fill the log.
 *
 * @param where name of the route, as in `VaultEvent`
 */
function refuseDisabledRoute(
  { reported, emit }: Pick<WebBackend, 'reported' | 'emit'>,
  request: RouteRequest,
  name: SwitchName,
  where: string,
): RouteResponse {
  const remedy = `set the option ${name} of the backend to true, or ${VARIABLE_OF[name]} to on`;
  if (!reported.has(name)) {
    reported.add(name);
    const detail = `A request used the ${name}, which is off. To switch it on, ${remedy}. Further requests are refused without a log entry.`;
    emit({
      ...{ type: 'failed', where, code: 'not_found', detail },
      requestId: requestIdOf(request),
    });
  }
  return errorReply(new VaultError('not_found', `The ${name} is off. To switch it on, ${remedy}.`));
}

async function errorResponse(
  backend: WebBackend,
  { name, path, caller, methods }: Route,
  request: RouteRequest,
  parameter: string,
  reason: unknown,
): Promise<RouteResponse> {
  const error = publicError(backend, name, reason, {
    ...(path === PUSH && { packetId: parameter }),
    requestId: requestIdOf(request),
  });
  if (error.code === 'method_not_allowed') return errorReply(error, { allow: namesOf(methods) });
  const form = preferredForm(request) ?? (name === 'callback' ? 'page' : 'json');
  if (caller !== 'browser' || form !== 'page') return errorReply(error);
  const flow = name === 'connect' ? intendedFlowOf(backend.settings, request) : undefined;
  return errorPage(backend.settings, request, error, flow);
}

const namesOf = (methods: Route['methods']): string =>
  [...methods.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
