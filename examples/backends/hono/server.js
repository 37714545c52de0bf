import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { contextStorage, getContext } from 'hono/context-storage';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { page } from './page.js';
import { createVault } from './vault.js';

const { PORT = 3000, SESSION_SECRET, VAULTLINK_ORIGIN } = process.env;
const app = new Hono();

/** Returns the user who is signed in; `undefined`: nobody, or the signature is wrong. */
const userOf = async (c) => (await getSignedCookie(c, SESSION_SECRET, 'login')) || undefined;

app.use(contextStorage());

const bff = createVault(() => userOf(getContext()));
app.all('/vault/*', (c) => bff.fetch(c.req.raw));

app.get('/', async (c) => c.html(page(await userOf(c))));

app.post('/login', async (c) => {
  const { user } = await c.req.parseBody();
  await setSignedCookie(c, 'login', user, SESSION_SECRET, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: VAULTLINK_ORIGIN.startsWith('https:'),
  });
  return c.redirect('/', 303);
});

app.post('/logout', (c) => {
  deleteCookie(c, 'login');
  return c.redirect('/', 303);
});

app.post('/forget', async (c) => {
  const user = await userOf(c);
  if (user) await bff.disconnect(user);
  deleteCookie(c, 'login');
  return c.redirect('/', 303);
});

// The files that the page loads.
app.get('/:file{vaultlink[\\w-]*\\.js}', async (c) => {
  const file = await readFile(new URL(import.meta.resolve(`vaultlink/${c.req.param('file')}`)));
  return c.body(file, 200, { 'content-type': 'text/javascript; charset=utf-8' });
});

serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`listening on port ${PORT}`));
