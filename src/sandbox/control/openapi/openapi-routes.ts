import { Hono } from 'hono';
import { jsonReply } from '../../service/http/reply.ts';
import { openApiDocument } from './document.ts';
import { openApiPage } from './openapi-page.ts';

/** The description of the service, for programs and for people. */
export function openApiRoutes(): Hono {
  const app = new Hono();
  const documentFor = (url: string) => openApiDocument(new URL(url).origin);

  app.get('/openapi.json', ({ req }) => jsonReply(200, documentFor(req.url)));

  app.get('/openapi', ({ req }) => openApiPage(documentFor(req.url)));

  return app;
}
