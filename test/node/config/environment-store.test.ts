import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { readVariables } from '../../../src/node/config/read-variables.ts';
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

  it('says which characters of a password to encode if they break the address, and shows none of it', () => {
    const rest = 'of-mine';
    for (const [name, url] of [
      ['VAULTLINK_STORE', `postgres://vault:pw#${rest}@db.example/vault`],
      ['VAULTLINK_STORE', `rediss://:pw/${rest}@redis.example`],
      ['VAULTLINK_OUTBOX', `postgres://vault:pw?${rest}@db.example/vault`],
      ['VAULTLINK_QUEUE', `redis://vault:pw#${rest}@redis.example`],
    ] as const) {
      const { mistakes } = readVariables({ ...variables('http://127.0.0.1:1'), [name]: url });
      assert.equal(mistakes.length, 1, mistakes.join());
      assert.match(
        mistakes[0] ?? '',
        / Encode "#", "\/" and "\?" in a password as %23, %2F and %3F\.$/,
      );
      assert.ok(!mistakes[0]?.includes(rest));
    }
    const { mistakes } = readVariables({
      ...variables('http://127.0.0.1:1'),
      VAULTLINK_STORE: 'x:',
    });
    assert.doesNotMatch(mistakes.join(), /Encode/);
  });
});

describe('the outbox in the environment of vaultlink serve', () => {
  const readOutbox = (url: string, more: Record<string, string> = {}) =>
    readEnvironment({ ...complete, ...more, VAULTLINK_OUTBOX: url }).outbox;

  it('is a file of SQLite or a database of PostgreSQL, with the settings of that kind', () => {
    const url = 'postgres://db.example/shop';
    assert.partialDeepStrictEqual(readOutbox(url, { VAULTLINK_POSTGRES_SCHEMA: 'shop' }), {
      ...{ kind: 'postgres', url, schema: 'shop' },
    });
    assert.deepEqual(readOutbox('sqlite:/data/outcomes.db'), {
      ...{ kind: 'sqlite', path: '/data/outcomes.db' },
    });
    assert.equal(readEnvironment(complete).outbox, undefined);
  });

  it('is no Redis, whose password no message shows', () => {
    for (const url of ['redis://:the-password@queue.example', 'memory:', 'outcomes.db'])
      assert.throws(() => readOutbox(url), {
        message: 'VAULTLINK_OUTBOX must be sqlite:PATH or postgres[ql]://USER@HOST/DATABASE.',
      });
  });

  it('is no file in the public folder', () => {
    const folder = import.meta.dirname;
    assert.throws(() => readOutbox(`sqlite:${folder}/outcomes.db`, { VAULTLINK_STATIC: folder }), {
      message: /^The file of VAULTLINK_OUTBOX is in the public folder of VAULTLINK_STATIC/,
    });
  });
});
