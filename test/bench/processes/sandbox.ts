/** A sandbox with a client and its first token pair. Its refresh token stays valid while nobody uses a new access token. */
import { createSandbox } from '../../../src/sandbox/index.ts';
import { listen } from '../../../src/node/index.ts';

const sandbox = createSandbox({
  clients: [
    { client_id: 'bench', client_secret: 'bench-secret', redirect_uri: 'https://buyer.example/' },
  ],
  behaviour: { refresh_revocation: 'on_first_use' },
});
await sandbox.connect();
const { origin } = await listen((request) => sandbox.fetch(request));
console.log(`listening on ${origin}`);
