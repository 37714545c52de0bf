/** A sandbox with a client and its first token pair. Its refresh token stays valid while nobody uses a new access token. */
import { createSandbox } from 'vaultlink/sandbox';
import { listen } from 'vaultlink/node';

const sandbox = createSandbox({
  clients: [
    { client_id: 'bench', client_secret: 'bench-secret', redirect_uri: 'https://buyer.example/' },
  ],
  behaviour: { refresh_revocation: 'on_first_use' },
});
await sandbox.connect();
const { origin } = await listen((request) => sandbox.fetch(request));
console.log(`listening on ${origin}`);
