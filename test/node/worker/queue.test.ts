import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queueAddressOf } from '../../../src/node/worker/queue-address.ts';
import type { QueueSettings } from '../../../src/node/worker/queue-address.ts';
import { openQueue } from '../../../src/node/worker/queue.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';

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

  it('is not where sentinels or a cluster hold the grants', () => {
    for (const url of ['redis-sentinel://one,two/master', 'redis-cluster://one']) {
      assert.throws(() => urlOf({ queue: undefined, store: { kind: 'redis', url } }), {
        message: /^VAULTLINK_QUEUE is missing: /,
      });
    }
  });

  it('is nowhere where neither is Redis', () => {
    assert.throws(() => urlOf({ queue: undefined, store: postgres }), {
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
      const queue = await openQueue({ url: server.url, name: 'pushes', prefix: 'vaultlink' });
      context.after(() => queue.close());
      assert.equal(await queue.pausedMs(), 0);
      await Promise.all([queue.pause(3_600_000), queue.pause(600_000)]);
      assert.ok((await queue.pausedMs()) > 3_000_000, 'The longer one has its way');
      await queue.pause(7_200_000);
      assert.ok((await queue.pausedMs()) > 7_000_000, 'A still longer one, too');
    },
  );
});
