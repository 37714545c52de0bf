import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openQueue, queueUrlOf } from '../../../src/node/worker/queue.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';

describe('the queue', () => {
  const redis = { kind: 'redis', url: 'redis://store.example' } as const;
  const postgres = { kind: 'postgres', url: 'postgres://store.example' } as const;

  it('is in the Redis of the grants, unless it has one of its own', () => {
    assert.equal(queueUrlOf({ queue: undefined, store: redis }), 'redis://store.example');
    const queue = 'redis://queue.example';
    assert.equal(queueUrlOf({ queue, store: redis }), queue);
    assert.equal(queueUrlOf({ queue, store: postgres }), queue);
  });

  it('is not where sentinels or a cluster hold the grants', () => {
    for (const url of ['redis-sentinel://one,two/master', 'redis-cluster://one']) {
      assert.throws(() => queueUrlOf({ queue: undefined, store: { kind: 'redis', url } }), {
        message: /^VAULTLINK_QUEUE is missing: /,
      });
    }
  });

  it('is nowhere where neither is Redis', () => {
    assert.throws(() => queueUrlOf({ queue: undefined, store: postgres }), {
      code: 'configuration_error',
      message: /^VAULTLINK_QUEUE is missing: /,
    });
  });

  it(
    'pauses for the longest time of all that ask at once',
    { skip: redisIsMissing },
    async (context) => {
      const server = await startRedis('--appendonly', 'no');
      context.after(() => server.close());
      const queue = await openQueue(server.url);
      context.after(() => queue.close());
      assert.equal(await queue.pausedMs(), 0);
      await Promise.all([queue.pause(3_600_000), queue.pause(600_000)]);
      assert.ok((await queue.pausedMs()) > 3_000_000, 'The longer one has its way');
      await queue.pause(7_200_000);
      assert.ok((await queue.pausedMs()) > 7_000_000, 'A still longer one, too');
    },
  );
});
