/** Serves the folder `pages`, and the files of installed packages below `/packages/`. Any web server can do the same. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

/** What stands in the pages, and what takes its place where these variables are set. */
const ADDRESSES = {
  'http://127.0.0.1:4800': process.env.SERVICE_URL,
  'localhost:3001': process.env.TOOL_HOST,
};
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

async function read(pathname) {
  const path = normalize(decodeURIComponent(pathname));
  if (path.startsWith('/packages/')) return readFile(path.replace('/packages', 'node_modules'));
  let text = await readFile(join('pages', path), 'utf8');
  for (const [written, address] of Object.entries(ADDRESSES))
    if (address) text = text.replaceAll(written, address);
  return text;
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  // Your own server saves the answers here. This one only sends them back.
  if (pathname === '/answers')
    return request.pipe(response.setHeader('content-type', 'application/json'));
  const file = pathname === '/' ? '/index.html' : pathname;
  try {
    const body = await read(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body);
  } catch {
    response.writeHead(404).end('Not found');
  }
}).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
