/** What `GET /vault/session` costs the backend, against the least that a server on Node can do. */
import { casesOfServe, compare, startServer } from './compare.ts';

const bare = await startServer('test/bench/processes/bare.ts');
const service = await startServer('test/bench/processes/fastest-service.ts');

const cases = await casesOfServe(service, ({ server, headers }) => ({
  server,
  load: { method: 'GET', headers, body: '', path: '/vault/session' },
  limit: 1.5,
}));
await compare('GET /vault/session', [
  { name: 'bare node:http', server: bare, load: { ...cases[0].load, path: '/' } },
  ...cases,
]);
