import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { startListeningService } from '../../support/service/listening-service.ts';
import { postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { openBrowser } from '../browser.ts';
import { killAll, ORIGIN, variables, vaultlink } from '../program.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

const PASSWORD = 'the-password-of-the-store';

const servers = [
  { name: 'Redis', skip: redisIsMissing, start: () => startRedis(), user: 'default' },
  {
    name: 'PostgreSQL',
    skip: postgresIsMissing,
    start: () => startPostgres('fsync=off'),
    user: 'postgres',
  },
];

afterEach(killAll);

for (const { name, skip, start, user } of servers) {
  describe(`vaultlink serve with its store on ${name}`, { skip }, () => {
    it(
      'keeps a session while the server is away, and says 503 until it is back',
      limit,
      async (context) => {
        const [server, service] = await Promise.all([start(), startListeningService()]);
        context.after(() => Promise.all([server.close(), service.close()]));
        const url = new URL(server.url);
        url.username = user;
        url.password = PASSWORD;
        const program = vaultlink(['serve'], {
          ...variables(service.origin),
          VAULTLINK_STORE: url.href,
        });
        const [, address = ''] = await program.says(/^listening on (http:\/\/127\.0\.0\.1:\d+)\n/);
        const health = async () => (await fetch(`${address}/vault/health`)).status;
        const browser = openBrowser(address, ORIGIN);
        assert.equal((await browser.connect()).status, 303);
        assert.equal(await health(), 200);

        await server.stop();
        assert.equal(await health(), 503);
        const refused = await browser.push('packet-1', {});
        assert.equal(refused.status, 503);
        assert.deepEqual(((await refused.json()) as { error: string }).error, 'store_unavailable');

        await server.start();
        while ((await health()) !== 200);
        assert.equal((await browser.push('packet-1', { name: 'A' })).status, 200);
        program.stop();
        assert.deepEqual(await program.closed, [0, null]);
        const { out, err } = program.printed;
        assert.match(err, /"where":"store\./);
        assert.ok(!(out + err).includes(PASSWORD), out + err);
      },
    );

    it('says in one line that its port is taken, and ends with code 1', limit, async (context) => {
      const [server, service] = await Promise.all([start(), startListeningService()]);
      context.after(() => Promise.all([server.close(), service.close()]));
      const url = new URL(server.url);
      url.username = user;
      url.password = PASSWORD;
      // The service listens there.
      const { port } = new URL(service.origin);
      const { closed, printed } = vaultlink(['serve'], {
        ...variables(service.origin),
        VAULTLINK_STORE: url.href,
        PORT: port,
      });
      assert.deepEqual(await closed, [1, null]);
      assert.match(printed.err, /^[^\n]*EADDRINUSE[^\n]*\n$/);
    });
  });
}
