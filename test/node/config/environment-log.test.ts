import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const levelOf = (more: Record<string, string>) =>
  readEnvironment({ ...variables('https://service.example'), ...more }).logLevel;

describe('VAULTLINK_LOG_LEVEL', () => {
  it('is info by default', () => {
    assert.equal(levelOf({}), 'info');
    assert.equal(levelOf({ VAULTLINK_LOG_LEVEL: '' }), 'info');
  });

  for (const level of ['error', 'warn', 'info', 'debug']) {
    it(`can be ${level}`, () => {
      assert.equal(levelOf({ VAULTLINK_LOG_LEVEL: level }), level);
    });
  }

  for (const level of [
    'WARN',
    'warning',
    'trace',
    'silent',
    'off',
    '1',
    'info,warn',
    'constructor',
  ]) {
    it(`refuses ${level}, and names the levels that there are`, () => {
      assert.throws(() => levelOf({ VAULTLINK_LOG_LEVEL: level }), {
        code: 'configuration_error',
        messages: ['VAULTLINK_LOG_LEVEL must be error, warn, info or debug.'],
      });
    });
  }
});
