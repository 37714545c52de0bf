import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { isWithin } from '../config/environment.ts';

/** Matches names that begin with a dot, except `.well-known`, which is meant to be public. @see RFC 8615 */
const HIDDEN = /\/\.(?!well-known\/)/;

/**
 * Serves the files of a folder, with `index.html` as the index page. Does not serve names that begin with a dot, or symbolic links that lead out of
 * the folder.
 *
 * @param folder its absolute path
 */
export function staticFiles(folder: string): (request: Request) => Promise<Response> {
  const app = new Hono();
  app.use(async (context, next) => {
    const path = decoded(context.req.path);
    if (HIDDEN.test(path) || (await leavesFolder(folder, path))) return context.notFound();
    await next();
    // Browsers must not sniff the content type, and must revalidate so that a new version takes effect immediately.
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin-when-cross-origin');
    context.header('cache-control', 'no-cache');
    return undefined;
  });
  app.use(serveStatic({ root: folder }));
  return async (request) => app.fetch(request);
}

/** Checks whether a path resolves outside of the folder, or to a hidden file in it. */
async function leavesFolder(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder);
  for (const served of [join(folder, path), join(folder, path, 'index.html')]) {
    // A missing file is not served anyway.
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
