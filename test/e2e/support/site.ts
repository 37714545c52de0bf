import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { listen } from '../../../src/node/index.ts';

const BUILT = 'docs/site/dist';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The built documentation site, served as static files. */
export interface Site {
  origin: string;
  /** The address of a path in its folder. */
  url: (path: string) => string;
  close: () => Promise<void>;
}

/**
 * Serves the site from a sub-folder, as a host of static files does.
 *
 * @param folder begins and ends with a slash
 */
export async function startSite(folder: string): Promise<Site> {
  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(folder)) return new Response('Not in this folder', { status: 404 });
    const path = normalize(`/${pathname.slice(folder.length)}`);
    const file = join(BUILT, path.endsWith('/') ? `${path}index.html` : path);
    const content = await readFile(file).catch(() => undefined);
    if (!content) return new Response('Not found', { status: 404 });
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return new Response(type.startsWith('text/html') ? inFolder(String(content)) : content, {
      headers: { 'content-type': type },
    });
  }

  const { origin, ...listener } = await listen(answer);
  return { origin, url: (path) => origin + folder + path, close: () => listener.close() };

  /** The site is built for the root of a host. `VAULTLINK_DOCS_BASE` builds it for a folder, which changes these addresses. */
  function inFolder(html: string): string {
    return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${folder}`);
  }
}
