/** Serves the production build, and passes `/vault/` on to the backend. Any web server can do the same. */
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { extname, join, normalize } from 'node:path';

const { HOST = '127.0.0.1', PORT = '4200', BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

createServer((incoming, response) => {
  const { pathname } = new URL(incoming.url, 'http://localhost');
  if (pathname.startsWith('/vault/')) passOn(incoming, response);
  else void serveFile(pathname, response);
}).listen(Number(PORT), HOST, () => console.log(`listening on http://${HOST}:${PORT}`));

/** A path without a file is one of the router's. */
async function serveFile(pathname, response) {
  const path = normalize(pathname);
  const file = extname(path) ? path : '/index.html';
  try {
    const body = await readFile(join('dist', file));
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body);
  } catch {
    response.writeHead(404).end('Not found');
  }
}

function passOn(incoming, response) {
  const { method, url, headers } = incoming;
  const outgoing = request(new URL(url, BACKEND_URL), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end('The backend does not answer.'));
  incoming.pipe(outgoing);
}
