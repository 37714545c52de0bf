/** What `GET /vault/session` costs the backend, against the least that a server on Node can do. */
import { casesOfBackend, compare, startServer } from './compare.ts';

const bare = await startServer('test/bench/processes/bare.ts');
const service = await startServer('test/bench/processes/fastest-service.ts');

const limits = { memory: 1.35, sqlite: 1.55, library: 2 };
const cases = await casesOfBackend(service, limits, (headers) => ({
  method: 'GET',
  headers,
  body: '',
  path: '/vault/session',
}));
await compare('GET /vault/session', [
  { name: 'bare node:http', server: bare, load: { ...cases[0].load, path: '/' } },
  ...cases,
]);
