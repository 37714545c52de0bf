import { Hono } from 'hono';
import { throughService } from './pipeline.ts';
import type { ServiceEnvironment } from './pipeline.ts';
import { errorsReply } from './reply.ts';
import { authorizeRoutes } from './routes/authorize.ts';
import { consoleRoutes } from './routes/console.ts';
import { controlRoutes } from './routes/control.ts';
import { developerRoutes } from './routes/developer.ts';
import { endlinkRoutes } from './routes/endlinks.ts';
import { pushRoutes } from './routes/push.ts';
import { tokenRoutes } from './routes/token.ts';
import { createService } from './service.ts';
import type { SandboxOptions } from './service.ts';

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
  const service = createService(options);

  const endpoints = new Hono<ServiceEnvironment>();
  endpoints.route('/', authorizeRoutes(service));
  endpoints.route('/', tokenRoutes(service));
  endpoints.route('/', pushRoutes(service));
  endpoints.route('/', endlinkRoutes(service));
  endpoints.notFound(notFound);

  const tools = new Hono();
  tools.route('/sandbox', controlRoutes(service));
  tools.route('/', consoleRoutes(service));
  tools.route('/', developerRoutes(service));
  tools.notFound(notFound);

  return {
    async fetch(request) {
      if (isTool(new URL(request.url).pathname)) return tools.fetch(request);
      return throughService(service, request, endpoints.fetch);
    },
    close: () => service.close(),
  };
}

const isTool = (path: string) => /^\/(developer|sandbox(\/.*)?|favicon\.ico)?$/.test(path);

const notFound = ({ req }: { req: { method: string; path: string } }) =>
  errorsReply(404, [`There is no ${req.method} ${req.path}.`]);
