/** What `GET /vault/session` costs the backend, against the least that a server on Node can do. */
import { compare, startConnected, startServer, temporarySqlite } from './compare.ts';

const bare = await startServer('test/bench/processes/bare.ts');
const service = await startServer('test/bench/processes/fastest-service.ts');

const asked = async (store: string) => {
  const { server, headers } = await startConnected(service, store);
  return { server, load: { method: 'GET', headers, body: '', path: '/vault/session' }, limit: 1.5 };
};
const inMemory = await asked('memory:');

await compare('GET /vault/session', [
  { name: 'bare node:http', server: bare, load: { ...inMemory.load, path: '/' } },
  { name: 'vaultlink serve, memory', ...inMemory },
  { name: 'vaultlink serve, SQLite', ...(await asked(temporarySqlite())) },
]);
