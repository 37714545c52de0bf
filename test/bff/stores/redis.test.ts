import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { redisStore } from 'vaultlink/bff/redis';
import type { NodeRedisClient, RedisClient } from 'vaultlink/bff/redis';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { NOON_MS } from '../support/time.ts';
import { DEAD_LIFETIME_MS } from '../../../src/bff/stores/store.ts';
import { serverStoreSuite } from './server-store-suite.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';
import { storeSuite } from './store-suite.ts';
import type { OpenStore } from './store-suite.ts';

let prefixes = 0;

/** Each store has keys of its own. */
const newPrefix = () => `{t${(prefixes += 1)}}:`;

/** Each key with all that it holds. */
async function contentsOf(client: RedisClient, prefix: string) {
  const script = `local all = {}
    for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
      table.insert(all, key .. redis.sha1hex(redis.call('DUMP', key)))
    end
    table.sort(all)
    return all`;
  const all = (await ('evalSha' in client
    ? client.eval(script, { keys: [], arguments: [prefix] })
    : client.eval(script, 0, prefix))) as string[];
  assert(all.length > 0);
  return all;
}

const openWith =
  (clients: () => [RedisClient, RedisClient]): OpenStore =>
  (now) => {
    const prefix = newPrefix();
    const [one, other] = clients();
    return {
      store: redisStore(one, { prefix, now }),
      again: () => redisStore(other, { prefix, now }),
      contents: () => contentsOf(one, prefix),
    };
  };

describe('a server of Redis', { skip: redisIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.close());

  describe('redis', () => {
    const connect = () => createClient({ url: server.url }).connect();
    let clients: [Awaited<ReturnType<typeof connect>>, Awaited<ReturnType<typeof connect>>];
    before(async () => {
      clients = [await connect(), await connect()];
    });
    after(() => Promise.all(clients.map((client) => client.close())));

    storeSuite(
      'the Redis store, through two clients of redis',
      openWith(() => clients),
    );
  });

  describe('ioredis', () => {
    let clients: [Redis, Redis];
    before(() => {
      clients = [new Redis(server.url), new Redis(server.url)];
    });
    after(() => Promise.all(clients.map((client) => client.quit())));

    storeSuite(
      'the Redis store, through two clients of ioredis',
      openWith(() => clients),
    );
  });

  describe('the Redis store', () => {
    const connect = () => createClient({ url: server.url }).connect();
    let client: Awaited<ReturnType<typeof connect>>;
    before(async () => {
      client = await connect();
    });
    after(() => client.close());

    /** A client that counts what it is asked. */
    function counting() {
      const asked: string[] = [];
      const counted: NodeRedisClient = {
        eval(script, options) {
          asked.push('eval');
          return client.eval(script, options);
        },
        evalSha(sha1, options) {
          asked.push('evalSha');
          return client.evalSha(sha1, options);
        },
      };
      return { asked, counted };
    }

    serverStoreSuite(() => {
      const { asked, counted } = counting();
      return { asked, store: redisStore(counted, { prefix: newPrefix() }) };
    }, 'evalSha');

    it('sends the state of a session without its sealed pair', async () => {
      const replies: unknown[] = [];
      const record = async (reply: Promise<unknown>) => {
        replies.push(await reply);
        return reply;
      };
      const recording: NodeRedisClient = {
        eval: (script, options) => record(client.eval(script, options)),
        evalSha: (sha1, options) => record(client.evalSha(sha1, options)),
      };
      const store = redisStore(recording, { prefix: newPrefix() });
      const grant = grantOf('grant-1');
      await store.connect(sessionOf('session-1', 'grant-1'), grant);
      assert.equal((await store.findSessionState('session-1', 0))?.grant.keyId, 'key-1');
      assert.ok(!JSON.stringify(replies).includes(grant.sealed));
      await store.findSession('session-1', 0);
      assert.ok(JSON.stringify(replies).includes(grant.sealed));
    });

    it('sends its script once more to a server that has forgotten it', async () => {
      const { asked, counted } = counting();
      const store = redisStore(counted, { prefix: '{forgotten}:' });
      await store.ping();
      await client.scriptFlush();
      asked.length = 0;
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      assert.deepEqual(await store.findGrant('grant-1'), grantOf('grant-1'));
      assert.deepEqual(asked, ['evalSha', 'eval', 'evalSha']);
    });

    it('leaves no key behind where all is forgotten, but the version of its layout', async () => {
      const store = redisStore(client, { prefix: '{left}:', now: () => NOON_MS });
      await store.consumeState('hash-1', NOON_MS);
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'), 'session-1');
      await store.connect(sessionOf('session-3', 'grant-3'), grantOf('grant-3', 'user-3'));
      await store.takeLease('grant-3', 'one', 1000);
      await store.markDead('grant-3', 1, 'invalid_grant');
      await store.disconnect('session-2');
      await store.prune(NOON_MS + 1e12);
      assert.deepEqual(await client.keys('{left}:*'), ['{left}:version']);
    });

    it('writes nothing for who only looks', async () => {
      const store = redisStore(client, { prefix: '{looked}:' });
      await store.ping();
      assert.deepEqual(await store.grants(undefined, 1), []);
      assert.equal(await store.findGrant('grant-1'), undefined);
      assert.deepEqual(await client.keys('{looked}:*'), []);
      await store.consumeState('hash-1', NOON_MS);
      assert.equal(await client.get('{looked}:version'), '1');
    });

    it('refuses what a later version has written', async () => {
      await client.set('{later}:version', '99');
      for (const one of [client, new Redis(server.url)]) {
        const store = redisStore(one, { prefix: '{later}:' });
        await assert.rejects(async () => store.ping(), { code: 'configuration_error' });
        if (one instanceof Redis) await one.quit();
      }
    });

    it('has no connection where Redis has thrown a grant away, and fails nobody else', async () => {
      const store = redisStore(client, { prefix: '{evicted}:' });
      for (const n of [1, 2, 3]) {
        const grant = grantOf(`grant-${n}`, `user-${n}`);
        await store.connect(sessionOf(`session-${n}`, grant.id), grant);
      }
      await client.del('{evicted}:grant:user-1');
      assert.equal(await store.findSession('session-1', NOON_MS), undefined);
      assert.equal(await store.findGrant('grant-1'), undefined);
      assert.deepEqual(await store.grants(undefined, 1), [grantOf('grant-2', 'user-2')]);
      assert.equal((await store.grants(undefined, 9)).length, 2);

      await store.connect(sessionOf('session-4', 'grant-4'), grantOf('grant-4'));
      assert.equal(await store.saveGrant('grant-1', 1, pair), false);
      assert.deepEqual(await store.findGrant('grant-4'), grantOf('grant-4'));
      assert.equal(await store.findGrant('grant-1'), undefined);
    });

    it('clears away what it can where Redis has thrown away which sessions there are, or a dead grant', async () => {
      const store = redisStore(client, { prefix: '{pruned}:', now: () => NOON_MS });
      const isOverMs = NOON_MS + DEAD_LIFETIME_MS;
      for (const n of [1, 2]) {
        const grant = grantOf(`grant-${n}`, `user-${n}`);
        const expiresAtMs = isOverMs + 1;
        await store.connect({ ...sessionOf(`session-${n}`, grant.id), expiresAtMs }, grant);
        await store.markDead(grant.id, 1, 'invalid_grant');
      }
      await client.del(['{pruned}:sessions', '{pruned}:grant:user-2']);
      await store.prune(isOverMs);
      assert.equal((await store.findGrant('grant-1'))?.deadReason, 'invalid_grant');
      await store.prune(isOverMs + 1);
      assert.equal(await store.findGrant('grant-1'), undefined);
      assert.equal(await client.exists('{pruned}:dead'), 0);
    });

    it('tells what is set up so that a crash could lose something', async (context) => {
      const io = new Redis(server.url);
      context.after(() => io.quit());
      const changes = { appendfsync: 'everysec', 'maxmemory-policy': 'allkeys-lru' };
      for (const store of [redisStore(client), redisStore(io)]) {
        assert.deepEqual(await store.durability(), []);
        await client.configSet(changes);
        const [first, second, ...more] = await store.durability();
        assert.match(first ?? '', /\(appendfsync everysec\)/);
        assert.match(second ?? '', /\(maxmemory-policy allkeys-lru\)/);
        assert.deepEqual(more, []);
        await client.configSet({ appendfsync: 'always', 'maxmemory-policy': 'noeviction' });
      }
      await client.configSet('maxmemory-policy', 'volatile-lru');
      assert.deepEqual(await redisStore(client).durability(), []);
      await client.configSet({ appendonly: 'no', 'maxmemory-policy': 'noeviction' });
      assert.match((await redisStore(client).durability()).join(), /\(appendonly no\)/);
    });

    it('warns that Redis does not show its configuration', async (context) => {
      await client.aclSetUser('limited', ['on', 'nopass', '~*', '+@all', '-config']);
      const { counted } = counting();
      const limited = new Redis(server.url, { username: 'limited', password: 'any' });
      context.after(() => limited.quit());
      for (const store of [redisStore(limited), redisStore(counted)]) {
        const sentences = await store.durability();
        assert.equal(sentences.length, 1);
        assert.match(sentences.join(), /does not show its configuration/);
      }
    });
  });
});

describe('a cluster of Redis', { skip: redisIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  before(async () => {
    server = await startRedis('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
    const admin = new Redis(server.url);
    await admin.cluster('ADDSLOTSRANGE', 0, 16_383);
    while (!(await admin.cluster('INFO')).includes('cluster_state:ok'));
    await admin.quit();
  });
  after(() => server.close());

  it('holds a grant, through either client', async (context) => {
    const node = createCluster({ rootNodes: [{ url: server.url }] });
    await node.connect();
    context.after(() => node.close());
    const io = new Cluster([server.url]);
    context.after(() => io.quit());
    await redisStore(node).connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    const found = await redisStore(io).findSession('session-1', NOON_MS);
    assert.deepEqual(found?.grant, grantOf('grant-1'));
    assert.deepEqual(await redisStore(node).durability(), []);
    assert.deepEqual(await redisStore(io).durability(), []);
  });
});
