/** Starts a service to try this example with, and writes the variables for it into `.env`. Each start begins anew. */
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { listen } from 'vaultlink/node';
import { createSandbox } from 'vaultlink/sandbox';

const ORIGIN = 'http://localhost:3000';
const secret = () => randomBytes(32).toString('base64');

const client = {
  client_id: 'example',
  client_secret: secret(),
  redirect_uri: `${ORIGIN}/vault/callback`,
};
const packet = { id: 'coffee-profile', client_id: 'example', questions: ['drink'] };
const sandbox = createSandbox({ clients: [client], packets: [packet] });
const { origin: baseUrl } = await listen((request) => sandbox.fetch(request), { port: 4800 });

const variables = {
  PORT: 3000,
  ORIGIN,
  SESSION_SECRET: secret(),
  VAULTLINK_BASE_URL: baseUrl,
  VAULTLINK_CLIENT_ID: client.client_id,
  VAULTLINK_CLIENT_SECRET: client.client_secret,
  VAULTLINK_REDIRECT_URI: client.redirect_uri,
  VAULTLINK_ORIGIN: ORIGIN,
  VAULTLINK_KEYS: `k1:${secret()}`,
};
const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
writeFileSync('.env', lines.join(''), { mode: 0o600 });
for (const end of ['', '-wal', '-shm']) rmSync(`vaultlink.db${end}`, { force: true });
console.log(`The marketplace is at ${baseUrl}. Now run: npm start`);
