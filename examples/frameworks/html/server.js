/** Serves a folder of plain files, and passes `/vault/` on to the backend. Any web server can do the same. */
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { extname, join, normalize } from 'node:path';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const { SERVICE_URL = 'http://127.0.0.1:4800', BACKEND_URL = 'http://127.0.0.1:8080' } =
  process.env;
const [folder = 'pages'] = process.argv.slice(2);

/** Where files outside of the folder are served from. */
const SHARED = {
  '/vaultlink/': 'node_modules/vaultlink/dist',
  '/lit/': 'node_modules/@lit',
};
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

function fileOf(pathname) {
  const path = normalize(decodeURIComponent(pathname));
  for (const [start, place] of Object.entries(SHARED))
    if (path.startsWith(start)) return join(place, path.slice(start.length));
  if (extname(path)) return join(folder, path);
  // The app has one page, which shows all of its paths.
  return join(folder, folder === 'app' || path === '/' ? 'index.html' : `${path}.html`);
}

async function serveFile(pathname, response) {
  try {
    const file = fileOf(pathname);
    let body = await readFile(file);
    // The address of the service differs between a trial and the real one.
    if (file.startsWith(folder))
      body = String(body).replaceAll('http://127.0.0.1:4800', SERVICE_URL);
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
  outgoing.on('error', () => response.writeHead(502).end('The backend is not there.'));
  incoming.pipe(outgoing);
}

createServer((incoming, response) => {
  const { pathname } = new URL(incoming.url, 'http://localhost');
  if (pathname.startsWith('/vault/')) passOn(incoming, response);
  else void serveFile(pathname, response);
}).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
