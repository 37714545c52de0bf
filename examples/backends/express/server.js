import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import cookieSession from 'cookie-session';
import express from 'express';
import { nodeRequestOf, toNodeHandler } from 'vaultlink/node';
import { page } from './page.js';
import { createVault } from './vault.js';

const { PORT = 3000, SESSION_SECRET } = process.env;
const app = express();

app.use(cookieSession({ name: 'login', secret: SESSION_SECRET, sameSite: 'lax' }));
app.use(express.json());
app.use(express.urlencoded());

const bff = createVault((request) => nodeRequestOf(request)?.session?.user);
app.use('/vault', toNodeHandler(bff));

app.get('/', (req, res) => res.send(page(req.session.user)));

app.post('/login', (req, res) => {
  req.session = { user: req.body.user };
  res.redirect(303, '/');
});

app.post('/logout', (req, res) => {
  req.session = null;
  res.redirect(303, '/');
});

app.post('/forget', async (req, res) => {
  if (req.session.user) await bff.disconnect(req.session.user);
  req.session = null;
  res.redirect(303, '/');
});

// The files that the page loads.
app.use(express.static(dirname(fileURLToPath(import.meta.resolve('vaultlink/vaultlink.js')))));

app.listen(PORT, (error) => {
  if (error) throw error;
  console.log(`listening on port ${PORT}`);
});
