import { Hono } from 'hono';
import { throughTools } from './control/tool-guard.ts';
import { throughService } from './control/pipeline.ts';
import type { ServiceEnvironment } from './service/context.ts';
import { errorsReply } from './service/http/reply.ts';
import { authorizeRoutes } from './service/oauth/authorize-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { endlinkRoutes } from './service/endlink/endlink-routes.ts';
import { pushRoutes } from './service/push/push-routes.ts';
import { tokenRoutes } from './service/oauth/token-routes.ts';
import { openApiRoutes } from './control/openapi/openapi-routes.ts';
import { createCore } from './control/core.ts';
import type { SandboxOptions } from './control/core.ts';

/** A stand-in for the service, in memory. */
export interface Sandbox {
  /** Answers as the service would; below `/sandbox`, at `/` and at `/developer`, as the tool that it is. */
  fetch(request: Request): Promise<Response>;
  /** Stops its timer, cuts the requests that are held and ends its event streams. */
  close(): void;
}

/**
 * Creates a sandbox. Serve its `fetch`.
 *
 * @param options default: no clients, no packets, two sellers, the default behaviour
 * @throws Error where a packet names a client that is not there
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const core = createCore(options);

  const endpoints = new Hono<ServiceEnvironment>();
  endpoints.route('/', authorizeRoutes(core));
  endpoints.route('/', tokenRoutes(core));
  endpoints.route('/', pushRoutes(core));
  endpoints.route('/', endlinkRoutes(core));
  endpoints.notFound(notFound);
  endpoints.onError(rethrow);

  const tools = new Hono();
  tools.route('/sandbox', controlRoutes(core));
  tools.route('/sandbox', openApiRoutes());
  tools.route('/', consoleRoutes(core));
  tools.notFound(notFound);
  tools.onError(rethrow);

  return {
    async fetch(request) {
      if (isTool(new URL(request.url).pathname)) return throughTools(core, request, tools.fetch);
      return throughService(core, request, endpoints.fetch);
    },
    close: () => core.close(),
  };
}

const isTool = (path: string) => /^\/(developer|sandbox(\/.*)?|favicon\.ico)?$/.test(path);

const notFound = ({ req }: { req: { method: string; path: string } }) =>
  errorsReply(404, [`There is no ${req.method} ${req.path}.`]);

/** What surrounds the routes knows what an error means. */
const rethrow = (error: Error): never => {
  throw error;
};
