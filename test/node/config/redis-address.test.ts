import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRedisAddress } from '../../../src/node/config/redis-address.ts';

const none = {
  username: undefined,
  password: undefined,
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  isEncrypted: false,
};

describe('an address of Redis', () => {
  it('names one server, as the drivers read it', () => {
    const url = 'rediss://user:pass@host:1/2';
    assert.deepEqual(parseRedisAddress(url), { kind: 'single', url });
  });

  it('names sentinels, with or without a port, and the master', () => {
    assert.deepEqual(parseRedisAddress('redis-sentinel://one,[::1]:5,two:7/my%20master'), {
      ...none,
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26_379 },
        { host: '::1', port: 5 },
        { host: 'two', port: 7 },
      ],
      masterName: 'my master',
    });
  });

  it('may hold a password for Redis and another one for the sentinels', () => {
    const text =
      'rediss-sentinel://user:p%40ss@one/master?sentinel_username=guard&sentinel_password=s%26w';
    assert.deepEqual(parseRedisAddress(text), {
      kind: 'sentinel',
      nodes: [{ host: 'one', port: 26_379 }],
      masterName: 'master',
      username: 'user',
      password: 'p@ss',
      sentinelUsername: 'guard',
      sentinelPassword: 's&w',
      isEncrypted: true,
    });
  });

  it('names nodes of a cluster', () => {
    assert.deepEqual(parseRedisAddress('redis-cluster://:secret@one:7000,two'), {
      ...none,
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7000 },
        { host: 'two', port: 6379 },
      ],
      masterName: '',
      password: 'secret',
    });
  });

  it('may end in a slash, or in the number of a database', () => {
    for (const url of ['redis://host', 'redis://host/', 'redis://:pw@[::1]:6379/15'])
      assert.deepEqual(parseRedisAddress(url), { kind: 'single', url });
  });

  for (const text of [
    'redis://one/vault',
    'redis://one/1/2',
    'redis-sentinel://one,two',
    'redis-sentinel://one/a/b',
    'redis-sentinel://one/master?sentinel_pasword=x',
    'redis-sentinel://one,/master',
    'redis-sentinel:///master',
    'redis-cluster://one/1',
    'redis-cluster://one:99999',
    'redis-cluster://one?a=b',
    'redis-ring://one',
    'postgres://one',
  ]) {
    it(`is not "${text}"`, () => {
      assert.equal(parseRedisAddress(text), undefined);
    });
  }
});
