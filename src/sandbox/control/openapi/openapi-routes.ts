import { Hono } from 'hono';
import { jsonReply } from '../../service/http/reply.ts';
import type { SandboxCore } from '../core.ts';
import { openApiDocument } from './document.ts';

/** Creates the route that serves the OpenAPI document of the service. */
export function openApiRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  app.get('/openapi.json', ({ req }) => jsonReply(200, openApiDocument(core.baseUrl(req.url))));
  return app;
}
