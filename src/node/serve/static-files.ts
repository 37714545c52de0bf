import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { isWithin } from '../config/environment.ts';

/** No file and no folder whose name begins with a dot, but the one that is meant to be public. @see RFC 8615 */
const HIDDEN = /\/\.(?!well-known\/)/;

/**
 * Serves the files of a folder; a folder's own page is its `index.html`. A name that begins with a dot is not served, nor is what a symbolic link
 * leads to outside of the folder.
 *
 * @param folder its absolute path
 */
export function staticFiles(folder: string): (request: Request) => Promise<Response> {
  const app = new Hono();
  app.use(async (context, next) => {
    const path = decoded(context.req.path);
    if (HIDDEN.test(path) || (await leadsOut(folder, path))) return context.notFound();
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

/** Whether what would be served at a path is in truth outside of the folder, or hidden in it. */
async function leadsOut(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder);
  for (const served of [join(folder, path), join(folder, path, 'index.html')]) {
    // What is not there is not served.
    const real = await realpath(served).catch(() => root);
    const way = `/${relative(root, real).split(sep).join('/')}/`;
    if (!isWithin(root, real) || HIDDEN.test(way)) return true;
  }
  return false;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/.';
  }
}
