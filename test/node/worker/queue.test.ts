import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { queueAddressOf } from '../../../src/node/worker/queue-address.ts';
import type { QueueSettings } from '../../../src/node/worker/queue-address.ts';
import type { JobData, JobResult, PushJob } from '../../../src/node/worker/job.ts';
import { openQueue } from '../../../src/node/worker/queue.ts';
import type { PushQueue } from '../../../src/node/worker/queue.ts';
import { startCluster, startSentinel } from '../../support/redis-group.ts';
import { rulesInDocs } from '../../support/redis-rules.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { createSignal } from '../../support/signal.ts';

describe('the queue', () => {
  const redis = { kind: 'redis', url: 'redis://store.example' } as const;
  const postgres = { kind: 'postgres', url: 'postgres://store.example' } as const;

  type Settings = Pick<QueueSettings, 'queue' | 'store'>;
  const unnamed = { queueName: undefined, queuePrefix: undefined };
  const urlOf = (settings: Settings) => queueAddressOf({ ...unnamed, ...settings }).url;

  it('is in the Redis of the grants, unless it has one of its own', () => {
    assert.equal(urlOf({ queue: undefined, store: redis }), 'redis://store.example');
    const queue = 'redis://queue.example';
    assert.equal(urlOf({ queue, store: redis }), queue);
    assert.equal(urlOf({ queue, store: postgres }), queue);
  });

  it('is where sentinels or a cluster hold the grants, too', () => {
    for (const url of ['redis-sentinel://one,two/master', 'redis-cluster://one']) {
      assert.equal(urlOf({ queue: undefined, store: { kind: 'redis', url } }), url);
    }
  });

  const work: JobData = { version: 1, push: 'sealed' };

  /** Waits until a worker of the queue has done a job. @param taken is told the name of each job that the worker takes */
  async function doJob(queue: PushQueue, taken: (name: string) => void = () => undefined) {
    const done: JobResult = { ok: true, attempts: 1, unknownAttempts: 0 };
    const events = await queue.listen();
    const process = ({ name }: PushJob) => {
      taken(name);
      return Promise.resolve(done);
    };
    const worker = queue.take(process, { concurrency: 1, lostAfterMs: 30_000 });
    await worker.waitUntilReady();
    const job = await queue.jobs.add('push', work);
    assert.deepEqual(await job.waitUntilFinished(events), done);
    await queue.pause(1);
  }

  /** A queue in that Redis, and the end of both, the queue first: it waits for its Redis. */
  async function openFor(context: TestContext, url: string, server: { close(): Promise<unknown> }) {
    const queue = await openQueue({ url, ...named }, console.error);
    context.after(async () => {
      await queue.close();
      await server.close();
    });
    return queue;
  }

  const named = { name: 'pushes', prefix: 'vaultlink' };
  const limit = { timeout: 60_000, skip: redisIsMissing };

  it('works on a cluster, with all its keys on one node', limit, async (context) => {
    const cluster = await startCluster();
    const queue = await openFor(context, cluster.url, cluster);
    await doJob(queue);
    assert.equal(await queue.isUnattended(), false);
    const counts = (await cluster.keys()).map((keys) => keys.length);
    assert.equal(counts.filter(Boolean).length, 1, String(counts));
  });

  it('goes on with the new master that the sentinels name', limit, async (context) => {
    const group = await startSentinel();
    const queue = await openFor(context, group.url, group);
    const again = createSignal();
    await doJob(queue, (name) => {
      if (name === 'again') again.resolve();
    });
    await group.knowsReplica();
    await group.master.stop();
    await queue.jobs.add('again', work);
    await again.promise;
  });

  it('closes while its Redis is away', limit, async (context) => {
    const server = await startRedis('--appendonly', 'no');
    const queue = await openFor(context, server.url, server);
    await queue.listen();
    await server.stop();
    await queue.close();
  });

  it('needs no more than docs/operation.md lets its user do', limit, async (context) => {
    const server = await startRedis('--appendonly', 'no');
    const admin = new Redis(server.url);
    await admin.acl('SETUSER', 'vaultlink-queue', ...rulesInDocs('queue'));
    admin.disconnect();
    const url = server.url.replace('://', '://vaultlink-queue:a-password@');
    const queue = await openFor(context, url, server);
    await doJob(queue);
    assert.equal(await queue.isUnattended(), false);
    assert.equal(await queue.jobs.getWorkersCount(), 1);
  });

  it('is refused where nobody could read its address', async () => {
    await assert.rejects(openQueue({ url: 'http://queue.example', ...named }, console.error), {
      code: 'configuration_error',
    });
  });

  it('is nowhere where neither is Redis', () => {
    assert.throws(() => urlOf({ queue: undefined, store: postgres }), {
      code: 'configuration_error',
      message: /^VAULTLINK_QUEUE is missing\. /,
    });
  });

  it(
    'pauses for the longest time of all that ask at once',
    { skip: redisIsMissing },
    async (context) => {
      const server = await startRedis('--appendonly', 'no');
      const queue = await openFor(context, server.url, server);
      assert.equal(await queue.pausedMs(), 0);
      await Promise.all([queue.pause(3_600_000), queue.pause(600_000)]);
      assert.ok((await queue.pausedMs()) > 3_000_000, 'The longer one has its way');
      await queue.pause(7_200_000);
      assert.ok((await queue.pausedMs()) > 7_000_000, 'A still longer one, too');
    },
  );
});
