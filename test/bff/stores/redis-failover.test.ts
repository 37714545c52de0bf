import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisStore } from 'vaultlink/bff/redis';
import { createFailoverWatch } from '../../../src/bff/stores/redis/redis-failover.ts';
import { rulesInDocs } from '../../support/redis-rules.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';

/** A server that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 60_000 };

const TAKEN_OVER = /^Another Redis server has taken over/;

describe('the Redis store with a replica', { ...limit, skip: redisIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let replica: Awaited<ReturnType<typeof startRedis>>;
  const clients: Redis[] = [];
  before(async () => {
    server = await startRedis('--repl-diskless-sync-delay', '0');
  });
  after(async () => {
    for (const client of clients) client.disconnect();
    await Promise.all([server, replica].map((one) => one.close()));
  });

  function clientOf(url: string): Redis {
    const client = new Redis(url);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  }

  it('tells that a failover loses something, through either client and for a user with few rights', async (context) => {
    const io = clientOf(server.url);
    const node = await createClient({ url: server.url }).connect();
    context.after(() => node.destroy());
    assert.deepEqual(await redisStore(io).durability(), []);
    // A replica that is still writing its first append-only file refuses to end.
    const settings = ['--appendonly', 'no', '--replicaof', '127.0.0.1', String(server.port)];
    replica = await startRedis(...settings);
    while (!(await io.info('replication')).includes('state=online'));
    await io.call('ACL', 'SETUSER', 'vaultlink', ...rulesInDocs('store'));
    const url = new URL(server.url);
    url.username = 'vaultlink';
    url.password =
      rulesInDocs('store')
        .find((rule) => rule.startsWith('>'))
        ?.slice(1) ?? '';
    for (const store of [io, node, clientOf(url.href)].map((client) => redisStore(client))) {
      const [sentence, ...more] = await store.durability();
      assert.match(sentence ?? '', /^A failover of Redis loses writes/);
      assert.deepEqual(more, []);
    }
  });

  it('warns that Redis does not show whether it has replicas', async () => {
    const io = clientOf(server.url);
    await io.call('ACL', 'SETUSER', 'limited', 'on', 'nopass', '~*', '+@all', '-info');
    const limited = clientOf(server.url.replace('//', '//limited:any@'));
    const sentences = await redisStore(limited).durability();
    assert.equal(sentences.length, 1);
    assert.match(sentences.join(), /does not show whether it has replicas/);
    assert.equal(await redisStore(limited).serverReplaced?.(), undefined);
  });

  it('tells once that a replica has taken over', async () => {
    let client = clientOf(server.url);
    const reached: Pick<Redis, 'eval' | 'evalsha' | 'config'> = {
      eval: (...call: never[]) => (client.eval as (...all: never[]) => Promise<unknown>)(...call),
      evalsha: (...call: never[]) =>
        (client.evalsha as (...all: never[]) => Promise<unknown>)(...call),
      config: () => Promise.reject(new Error('not asked')),
    } as never;
    const store = redisStore(reached);
    const serverReplaced = async () => store.serverReplaced?.();
    assert.equal(await serverReplaced(), undefined);
    assert.equal(await serverReplaced(), undefined);
    await server.stop();

    client = clientOf(replica.url);
    // A replica that is still one has taken over from nobody.
    assert.equal(await serverReplaced(), undefined);
    await client.replicaof('NO', 'ONE');
    assert.match((await serverReplaced()) ?? '', TAKEN_OVER);
    assert.equal(await serverReplaced(), undefined);
  });
});

describe('the watch for a failover of Redis', () => {
  /** A watch by a clock that only the test moves. */
  function watch(context: TestContext) {
    const clock = { ms: 0 };
    context.mock.method(performance, 'now', () => clock.ms);
    let info = '';
    const serverReplaced = createFailoverWatch(() => Promise.resolve(info));
    const see = (fields: Readonly<Record<string, string | number>>, afterSeconds: number) => {
      clock.ms += afterSeconds * 1000;
      info = Object.entries({ role: 'master', ...fields })
        .map(([name, value]) => `${name}:${value}\r\n`)
        .join('# Server\r\n');
      return serverReplaced();
    };
    return see;
  }

  it('says nothing of a restart, nor of a new id of the same process', async (context) => {
    const see = watch(context);
    assert.equal(
      await see({ run_id: 'a', master_replid: '1', uptime_in_seconds: 100 }, 0),
      undefined,
    );
    assert.equal(
      await see({ run_id: 'a', master_replid: '2', uptime_in_seconds: 110 }, 10),
      undefined,
    );
    assert.equal(
      await see({ run_id: 'b', master_replid: '3', uptime_in_seconds: 9 }, 10),
      undefined,
    );
  });

  it('tells of another server, which ran before this one was last seen', async (context) => {
    const see = watch(context);
    assert.equal(
      await see({ run_id: 'a', master_replid: '1', uptime_in_seconds: 100 }, 0),
      undefined,
    );
    const other = { run_id: 'c', master_replid: '9', master_replid2: '0', uptime_in_seconds: 50 };
    assert.match((await see(other, 10)) ?? '', TAKEN_OVER);
    assert.equal(await see({ ...other, uptime_in_seconds: 60 }, 10), undefined);
  });
});
