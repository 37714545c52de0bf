import { Hono } from 'hono';
import { throughService } from './control/pipeline.ts';
import type { ServiceEnvironment } from './service/context.ts';
import { errorsReply } from './service/http/reply.ts';
import { authorizeRoutes } from './service/oauth/authorize-routes.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { developerRoutes } from './console/developer-routes.ts';
import { endlinkRoutes } from './service/endlink/endlink-routes.ts';
import { pushRoutes } from './service/push/push-routes.ts';
import { tokenRoutes } from './service/oauth/token-routes.ts';
import { createCore } from './control/core.ts';
import { createHelpers } from './control/helpers/helpers.ts';
import type { SandboxHelpers } from './control/helpers/helpers.ts';
import type { SandboxOptions } from './control/core.ts';

/** A stand-in for the service, in memory, with helpers for tests. */
export interface Sandbox extends SandboxHelpers {
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

  const tools = new Hono();
  tools.route('/sandbox', controlRoutes(core));
  tools.route('/', consoleRoutes(core));
  tools.route('/', developerRoutes(core));
  tools.notFound(notFound);

  return {
    ...createHelpers(core),
    async fetch(request) {
      if (isTool(new URL(request.url).pathname)) return tools.fetch(request);
      return throughService(core, request, endpoints.fetch);
    },
    close: () => core.close(),
  };
}

const isTool = (path: string) => /^\/(developer|sandbox(\/.*)?|favicon\.ico)?$/.test(path);

const notFound = ({ req }: { req: { method: string; path: string } }) =>
  errorsReply(404, [`There is no ${req.method} ${req.path}.`]);
