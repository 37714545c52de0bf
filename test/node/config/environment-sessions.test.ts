import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const read = (more: Record<string, string>) =>
  readEnvironment({ ...variables('https://service.example'), ...more }).bff;

describe('the variables of sessions', () => {
  it('limit a session to 400 days by default, used or not', () => {
    const { sessionLifetimeSeconds, sessionIdleDays } = read({});
    assert.deepEqual([sessionLifetimeSeconds, sessionIdleDays], [34_560_000, undefined]);
  });

  it('are read in days', () => {
    const { sessionLifetimeSeconds, sessionIdleDays } = read({
      VAULTLINK_SESSION_DAYS: '30',
      VAULTLINK_SESSION_IDLE_DAYS: '7',
    });
    assert.deepEqual([sessionLifetimeSeconds, sessionIdleDays], [2_592_000, 7]);
  });

  for (const name of ['VAULTLINK_SESSION_DAYS', 'VAULTLINK_SESSION_IDLE_DAYS']) {
    for (const value of ['0', '401', '1.5', 'a week']) {
      it(`refuse ${value} as ${name}`, () => {
        assert.throws(() => read({ [name]: value }), new RegExp(`${name} must be a number from 1`));
      });
    }
  }
});
