import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { getIronSession } from 'iron-session';
import { nodeRequestOf, toNodeHandler } from 'vaultlink/node';
import { page } from './page.js';
import { createVault } from './vault.js';

const { PORT = 3000, SESSION_SECRET, VAULTLINK_ORIGIN } = process.env;

const loginOf = (req, res) =>
  getIronSession(req, res, {
    cookieName: 'login',
    password: SESSION_SECRET,
    cookieOptions: { secure: VAULTLINK_ORIGIN.startsWith('https:') },
  });

const bff = createVault((request) => nodeRequestOf(request)?.user);
const vault = toNodeHandler(bff);

/** A file that the page loads. */
async function sendFile(name, res) {
  const file = await readFile(new URL(import.meta.resolve(`vaultlink/${name}`)));
  res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(file);
}

async function answer(req, res) {
  const login = await loginOf(req, res);
  const route = `${req.method} ${req.url.split('?')[0]}`;
  const [, file] = /^GET \/(vaultlink[\w-]*\.js)$/.exec(route) ?? [];
  if (file) return sendFile(file, res);
  switch (route) {
    case 'GET /':
      return res.writeHead(200, { 'content-type': 'text/html' }).end(page(login.user));
    case 'POST /login':
      login.user = new URLSearchParams(await text(req)).get('user');
      await login.save();
      break;
    case 'POST /forget':
      if (login.user) await bff.disconnect(login.user);
      login.destroy();
      break;
    case 'POST /logout':
      login.destroy();
      break;
    default:
      req.user = login.user;
      return vault(req, res);
  }
  res.writeHead(303, { location: '/' }).end();
}

createServer((req, res) => {
  answer(req, res).catch((error) => {
    console.error(error);
    res.writeHead(500).end();
  });
}).listen(PORT, () => console.log(`listening on port ${PORT}`));
