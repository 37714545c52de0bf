/** What `GET /vault/session` costs the backend, against the least that a server on Node can do. */
import { compare, startConnected, startServer } from './compare.ts';

const bare = await startServer('test/bench/processes/bare.ts');
const upstream = await startServer('test/bench/processes/upstream.ts');
const { server, headers } = await startConnected(upstream);
const get = { method: 'GET', headers, body: '' };

await compare('GET /vault/session', [
  { name: 'bare node:http', server: bare, load: { ...get, path: '/' } },
  {
    name: 'vaultlink serve',
    server,
    load: { ...get, path: '/vault/session' },
    limit: 2,
  },
]);
