import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactor } from '../../../src/node/doctor/clean.ts';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const PASSWORD = 'the%20password';

describe('what the doctor shows', () => {
  for (const url of [
    `postgres://user:${PASSWORD}@db.example/vault`,
    `redis-cluster://user:${PASSWORD}@one,two`,
    `redis-sentinel://user:${PASSWORD}@one,two/master`,
    `redis-sentinel://one/master?sentinel_password=${PASSWORD}`,
  ]) {
    it(`holds no password of ${url.split('?')[0]}`, () => {
      const environment = { ...variables('https://service.example'), VAULTLINK_STORE: url };
      const clean = createRedactor(readEnvironment(environment));
      const { cause } = clean({ verdict: 'failed', cause: `${url} or the password`, remedy: [] });
      assert.doesNotMatch(cause, /password@|=the|the.+password/);
      assert.match(cause, /…/);
    });
  }
});
