import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'redis';
import { openRedis, REDIS_DRIVERS } from '../../../src/node/stores/open-redis.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';
import { startCluster, startSentinel } from '../../support/redis-group.ts';
import { rulesInDocs } from '../../support/redis-rules.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';

/** A server that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 60_000 };

for (const [name, driver] of Object.entries(REDIS_DRIVERS)) {
  describe(`a store in Redis that is opened through ${name}`, { skip: redisIsMissing }, () => {
    it('goes on with the new master that the sentinels name', limit, async (context) => {
      const group = await startSentinel();
      context.after(() => group.close());
      const store = await openRedis(group.url, { [name]: driver });
      context.after(() => store.close());
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      assert.match((await store.durability()).join(), /^A failover of Redis loses writes/);
      assert.equal(await store.serverReplaced?.(), undefined);
      await group.knowsReplica();
      await group.master.stop();
      for (let isBack = false; !isBack;) {
        await new Promise(setImmediate);
        isBack = await Promise.resolve(store.takeLease('grant-1', 'owner', 1000)).then(
          () => true,
          () => false,
        );
      }
      assert.equal((await store.findGrant('grant-1'))?.subject, 'user-1');
      assert.match((await store.serverReplaced?.()) ?? '', /^Another Redis server has taken over/);
    });

    describe('on a cluster', limit, () => {
      let cluster: Awaited<ReturnType<typeof startCluster>>;
      before(async () => {
        cluster = await startCluster();
      });
      after(() => cluster.close());

      it('keeps all of it on one node, whichever is named in its address', async () => {
        for (const port of cluster.ports) {
          const prefix = `{shop-${port}}:`;
          const url = `redis-cluster://127.0.0.1:${port}`;
          const store = await openRedis(url, { [name]: driver }, { prefix });
          await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
          assert.deepEqual(await store.findGrantOfSubject('user-1'), grantOf('grant-1'));
          assert.equal((await store.findSession('session-1', 0))?.grant.id, 'grant-1');
          await store.prune(0);
          await store.close();
          const counts = (await cluster.keys()).map(
            (keys) => keys.filter((key) => key.startsWith(prefix)).length,
          );
          assert.equal(counts.filter(Boolean).length, 1);
        }
      });
    });

    it('needs no more than docs/operation.md lets its user do', limit, async (context) => {
      const server = await startRedis();
      context.after(() => server.close());
      const admin = await createClient({ url: server.url }).connect();
      await admin.sendCommand(['ACL', 'SETUSER', 'vaultlink', ...rulesInDocs('store')]);
      admin.destroy();
      const url = server.url.replace('://', '://vaultlink:a-password@');
      const store = await openRedis(url, { [name]: driver });
      await store.consumeState('hash-1', 1);
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'), 'session-1');
      assert.equal((await store.findSession('session-2', 0))?.grant.id, 'grant-2');
      assert.ok(await store.takeLease('grant-2', 'owner', 1000));
      assert.equal(await store.saveGrant('grant-2', 1, pair), true);
      assert.equal(await store.renameSubject?.('user-1', 'user-2'), true);
      await store.prune(Date.now(), 1);
      assert.equal(await store.keepSecret?.('name', 'sealed'), 'sealed');
      await store.migration?.expand();
      assert.deepEqual(await store.durability(), []);
      assert.ok(await store.disconnectSubject('user-2'));
      await store.close();
      const other = await openRedis(url, { [name]: driver }, { prefix: '{other}:' });
      await assert.rejects(async () => other.ping(), /NOPERM|permission/i);
      await other.close();
    });

    for (const [what, change, reason] of [
      ['its password is wrong', (url: string) => url.replace('right', 'wrong'), /WRONGPASS/],
      ['nobody listens', (url: string) => url.replace(/\d+$/, '1'), /ECONNREFUSED/],
    ] as const) {
      it(`says why it has no connection, and not only that: ${what}`, limit, async (context) => {
        const server = await startRedis('--requirepass', 'right-password');
        context.after(() => server.close());
        const url = server.url.replace('://', '://:right-password@');
        const store = await openRedis(change(url), { [name]: driver });
        context.after(() => store.close());
        await assert.rejects(
          async () => store.ping(),
          (error: Error) => {
            assert.match(error.message, /^There is no connection to Redis: /);
            assert.match(error.message, reason);
            assert.doesNotMatch(error.message, /(right|wrong)-password/);
            return true;
          },
        );
      });
    }

    it('begins all keys with the prefix', limit, async (context) => {
      const server = await startRedis();
      context.after(() => server.close());
      const store = await openRedis(server.url, { [name]: driver }, { prefix: '{shop}:' });
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      await store.close();
      const client = await createClient({ url: server.url }).connect();
      const keys = await client.keys('*');
      client.destroy();
      assert.ok(keys.length > 3);
      for (const key of keys) assert.match(key, /^\{shop\}:/);
    });
  });
}
