import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queueUrlOf } from '../../../src/node/worker/queue.ts';

describe('the queue', () => {
  const redis = { kind: 'redis', url: 'redis://store.example' } as const;
  const postgres = { kind: 'postgres', url: 'postgres://store.example' } as const;

  it('is in the Redis of the grants, unless it has one of its own', () => {
    assert.equal(queueUrlOf({ queue: undefined, store: redis }), 'redis://store.example');
    const queue = 'redis://queue.example';
    assert.equal(queueUrlOf({ queue, store: redis }), queue);
    assert.equal(queueUrlOf({ queue, store: postgres }), queue);
  });

  it('is nowhere where neither is Redis', () => {
    assert.throws(() => queueUrlOf({ queue: undefined, store: postgres }), {
      code: 'configuration_error',
      message: /^VAULTLINK_QUEUE is missing: /,
    });
  });
});
