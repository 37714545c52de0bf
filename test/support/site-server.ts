import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Where `npm run docs:build` puts the site. */
const SITE = 'docs/site/dist';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The built site on a free port of this machine, as a host of static files serves it. */
export async function serveSite(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.example');
    const path = join(
      SITE,
      decodeURIComponent(pathname),
      pathname.endsWith('/') ? 'index.html' : '',
    );
    const isFile = existsSync(path) && statSync(path).isFile();
    const file = isFile ? path : join(SITE, '404.html');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(isFile ? 200 : 404, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
