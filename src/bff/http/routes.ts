import { Hono } from 'hono';
import type { Context } from 'hono';
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
import { endSession, showSession } from './session.ts';
import { refuseDisabledRoute } from './switches.ts';

type Handler = (backend: WebBackend, request: Request, parameter: string) => Promise<Response>;

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

const route = (
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
  route('browser', '/connect', { GET: connect }),
  route('browser', '/callback', { GET: callback }),
  route('script', '/exchange', { POST: exchange }, 'hook'),
  route('script', '/session', { GET: showSession, DELETE: endSession }),
  route('script', PUSH, { POST: push }),
  route('script', '/endlinks/:parameter', { POST: relay }, 'relay'),
  route('monitor', '/health', { GET: ready }),
  route('monitor', '/health/live', { GET: live }),
  route('monitor', '/health/ready', { GET: ready }),
  route('monitor', '/health/startup', { GET: startup }),
];

/** Creates the router. It has no middleware, because the session route is requested often. */
export function createRoutes(backend: WebBackend): Hono {
  const app = new Hono({ router: new RegExpRouter() });
  for (const one of ROUTES) {
    app.all(backend.settings.basePath + one.path, ({ req }: Context) =>
      answer(backend, one, req.raw, req.param('parameter') ?? ''),
    );
  }
  const { basePath } = backend.settings;
  app.notFound(({ req }) => {
    const isOutside = !`${req.path}/`.startsWith(`${basePath}/`);
    const where = isOutside ? ` It is outside of the basePath "${basePath}" of the backend.` : '';
    return errorReply(new VaultError('not_found', `There is nothing here.${where}`));
  });
  return app;
}

async function answer(
  backend: WebBackend,
  one: Route,
  request: Request,
  parameter: string,
): Promise<Response> {
  let response: Response;
  try {
    response = await handle(backend, one, request, parameter);
  } catch (error) {
    response = await failed(backend, one, request, parameter, error);
  }
  return backend.gate.addCorsHeaders(request, response);
}

async function handle(
  backend: WebBackend,
  { name, caller, methods, switchName }: Route,
  request: Request,
  parameter: string,
): Promise<Response> {
  const { method } = request;
  if (caller === 'script' && method === 'OPTIONS' && request.headers.has('origin')) {
    return emptyReply(backend.gate.preflight(request, allowed(methods)));
  }
  const handler = methods.get(method === 'HEAD' ? 'GET' : method);
  if (!handler) throw new VaultError('method_not_allowed', `Allowed methods: ${allowed(methods)}.`);
  if (caller === 'script') backend.gate.checkRequest(request);
  if (switchName && !backend.settings[switchName])
    return refuseDisabledRoute(backend, switchName, name);
  return handler(backend, request, parameter);
}

async function failed(
  backend: WebBackend,
  { name, path, caller, methods }: Route,
  request: Request,
  parameter: string,
  reason: unknown,
): Promise<Response> {
  const error = publicError(backend, name, reason, path === PUSH ? parameter : undefined);
  if (error.code === 'method_not_allowed') return errorReply(error, { allow: allowed(methods) });
  const form = preferredForm(request) ?? (name === 'callback' ? 'page' : 'json');
  if (caller !== 'browser' || form !== 'page') return errorReply(error);
  const flow = name === 'connect' ? intendedFlowOf(backend.settings, request) : undefined;
  return errorPage(backend.settings, request, error, flow);
}

const allowed = (methods: Route['methods']): string =>
  [...methods.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ');
