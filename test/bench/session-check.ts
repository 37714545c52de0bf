/** What `GET /vault/session` costs the backend with few and with many sessions in SQLite, each of them used as often as any other. */
import { ORIGIN, variables } from '../node/program.ts';
import { compare, startServer, temporarySqlite } from './compare.ts';
import { writeSessions } from './sessions.ts';

const service = await startServer('test/bench/processes/fastest-service.ts');

const withSessions = async (sessions: number) => {
  const store = temporarySqlite();
  await writeSessions(store.slice('sqlite:'.length), sessions);
  const server = await startServer('src/node/cli.ts', {
    parameters: ['serve'],
    env: { ...variables(service.address), VAULTLINK_STORE: store },
  });
  const headers = { 'x-vaultlink': '1', origin: ORIGIN };
  return {
    name: `${sessions.toLocaleString('en')} sessions`,
    server,
    load: { method: 'GET', headers, body: '', path: '/vault/session', sessions },
    limit: 1.3,
  };
};

await compare('GET /vault/session, a random session in SQLite', [
  await withSessions(1000),
  await withSessions(100_000),
  await withSessions(1_000_000),
]);
