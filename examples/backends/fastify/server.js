import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import formBody from '@fastify/formbody';
import secureSession from '@fastify/secure-session';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { nodeRequestOf, toNodeHandler } from 'vaultlink/node';
import { page } from './page.js';
import { createVault } from './vault.js';

const { PORT = 3000, SESSION_SECRET, VAULTLINK_ORIGIN } = process.env;
const app = Fastify({ forceCloseConnections: true });

app.register(formBody);
app.register(secureSession, {
  cookieName: 'login',
  key: Buffer.from(SESSION_SECRET, 'base64'),
  cookie: {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: VAULTLINK_ORIGIN.startsWith('https:'),
  },
});

const bff = createVault((request) => nodeRequestOf(request)?.user);
const vault = toNodeHandler(bff);
app.register(async (scope) => {
  // The backend reads the body itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => done(null));
  scope.all('/vault/*', (request, reply) => {
    reply.hijack();
    request.raw.user = request.session.get('user');
    return vault(request.raw, reply.raw);
  });
});

app.get('/', (request, reply) => reply.type('text/html').send(page(request.session.get('user'))));

app.post('/login', (request, reply) => {
  request.session.set('user', request.body.user);
  return reply.redirect('/', 303);
});

app.post('/logout', (request, reply) => {
  request.session.delete();
  return reply.redirect('/', 303);
});

app.post('/forget', async (request, reply) => {
  const user = request.session.get('user');
  if (user) await bff.disconnect(user);
  request.session.delete();
  return reply.redirect('/', 303);
});

// The files that the page loads.
app.register(fastifyStatic, {
  root: dirname(fileURLToPath(import.meta.resolve('vaultlink/vaultlink.js'))),
});

await app.listen({ port: Number(PORT) });
console.log(`listening on port ${PORT}`);
