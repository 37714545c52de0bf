import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const complete = variables('https://service.example');

describe('the store in the environment of vaultlink serve', () => {
  it('takes what belongs to the kind of the store, and nothing else', () => {
    const environment = {
      ...complete,
      VAULTLINK_REDIS_PREFIX: '{shop}:',
      VAULTLINK_POSTGRES_SCHEMA: 'shop',
      VAULTLINK_POSTGRES_POOL_SIZE: '3',
      VAULTLINK_POSTGRES_STATEMENT_TIMEOUT_MS: '500',
    };
    const storeAt = (url: string) =>
      readEnvironment({ ...environment, VAULTLINK_STORE: url }).store;
    const url = 'postgres://db.example/shop';
    assert.deepEqual(storeAt(url), {
      ...{ kind: 'postgres', url },
      ...{ schema: 'shop', poolSize: 3, statementTimeoutMs: 500 },
    });
    const redis = 'redis://db.example';
    assert.deepEqual(storeAt(redis), { kind: 'redis', url: redis, prefix: '{shop}:' });
    assert.deepEqual(storeAt('memory:'), { kind: 'memory' });
  });
});
