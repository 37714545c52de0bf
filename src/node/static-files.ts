import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** No file and no folder whose name begins with a dot, but the one that is meant to be public. @see RFC 8615 */
const HIDDEN = /\/\.(?!well-known\/)/;

/**
 * Serves the files of a folder; a folder's own page is its `index.html`. A name that begins with a dot is not served.
 *
 * @param folder its absolute path
 */
export function staticFiles(folder: string): (request: Request) => Promise<Response> {
  const app = new Hono();
  app.use(async (context, next) => {
    if (HIDDEN.test(decoded(context.req.path))) return context.notFound();
    await next();
    // Nobody guesses what a file is, and a new version counts at once.
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin-when-cross-origin');
    context.header('cache-control', 'no-cache');
    return undefined;
  });
  app.use(serveStatic({ root: folder }));
  return async (request) => app.fetch(request);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/.';
  }
}
