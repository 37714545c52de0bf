/**
 * What a token response costs the sandbox, beside oauth2-mock-server. The sandbox checks the client and the refresh token, keeps the new pair, signs one
 * token with HS256, and logs the request with its response. The other server checks and keeps nothing. For a refresh it signs two tokens, in its README
 * with RS256. Its cheapest response has one token, signed with ES256.
 */
import { installFolder } from '../../build/install-folder.ts';
import { compare, startServer } from './compare.ts';

installFolder('test/bench');

const sandbox = await startServer('test/bench/processes/sandbox.ts');
const state = (await (await fetch(`${sandbox.address}/sandbox/state`)).json()) as {
  token_pairs: { refresh_token: string }[];
};

const form = (fields: Record<string, string | undefined>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_id: 'bench', client_secret: 'bench-secret', ...fields }),
});
const refresh = form({
  grant_type: 'refresh_token',
  redirect_uri: 'https://buyer.example/',
  refresh_token: state.token_pairs[0]?.refresh_token,
});
const other = (algorithm: string) =>
  startServer('test/bench/processes/oauth2-mock-server.js', { parameters: [algorithm] });

await compare('A token response', [
  {
    name: 'vaultlink sandbox, refresh',
    server: sandbox,
    load: { ...refresh, path: '/oauth/token' },
  },
  {
    name: 'oauth2-mock-server, refresh',
    server: await other('RS256'),
    load: { ...refresh, path: '/token' },
  },
  {
    name: 'oauth2-mock-server, cheapest',
    server: await other('ES256'),
    load: { ...form({ grant_type: 'client_credentials' }), path: '/token' },
  },
]);
