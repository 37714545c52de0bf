/** How often a check of a session asks the server that keeps the grants, counted on the wire: once. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { openPostgres } from '../../src/node/stores/open-postgres.ts';
import { openRedis } from '../../src/node/stores/open-redis.ts';
import { grantOf, sessionOf } from '../../src/testing/store/samples.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres-server.ts';
import { redisIsMissing, startRedis } from '../support/redis-server.ts';

const CHECKS = 1000;

const STORES = [
  { name: 'Redis', missing: redisIsMissing, start: startRedis, open: openRedis },
  { name: 'PostgreSQL', missing: postgresIsMissing, start: startPostgres, open: openPostgres },
];

/** A way to a server that counts how often it is asked: how often something goes there after something has come back. */
async function countingProxy(port: number) {
  let count = 0;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) count += 1;
      isAnswered = false;
    });
    server.on('data', () => (isAnswered = true));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: ownPort } = proxy.address() as AddressInfo;
  return { port: ownPort, count: () => count, close: () => proxy.close() };
}

console.log(`\nRound trips to the store for a check of a session, of ${CHECKS}`);
for (const { name, missing, start, open } of STORES) {
  if (missing) {
    console.log(`  ${missing}.`);
    continue;
  }
  const server = await start();
  const proxy = await countingProxy(server.port);
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const store = await open(url.href);
  const session = { ...sessionOf('session-1', 'grant-1'), expiresAtMs: Date.now() + 3_600_000 };
  await store.connect(session, grantOf('grant-1'));
  const isThere = async () => (await store.findSession('session-1', Date.now()))?.grant.id;
  await isThere();

  const before = proxy.count();
  for (let check = 0; check < CHECKS; check += 1)
    if ((await isThere()) !== 'grant-1') throw new Error(`${name} does not know the session.`);
  const each = (proxy.count() - before) / CHECKS;
  console.log(`  ${name.padEnd(32)} ${each.toFixed(3)}  ${each <= 1 ? 'within 1' : 'OVER 1'}`);
  await store.close();
  proxy.close();
  await server.close();
}
