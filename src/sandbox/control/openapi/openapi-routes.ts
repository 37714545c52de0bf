import { Hono } from 'hono';
import { jsonReply } from '../../service/http/reply.ts';
import type { SandboxCore } from '../core.ts';
import { openApiDocument } from './document.ts';
import { openApiPage } from './openapi-page.ts';

/** The description of the service, for programs and for people. */
export function openApiRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const documentFor = (url: string) => openApiDocument(core.baseUrl(url));

  app.get('/openapi.json', ({ req }) => jsonReply(200, documentFor(req.url)));

  app.get('/openapi', ({ req }) => openApiPage(documentFor(req.url)));

  return app;
}
