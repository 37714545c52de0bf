import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { VaultError } from '../../../src/protocol/index.ts';

const HINT = /^No variable is set\. .*"--env \.env"/;

/** The last sentence about an environment in which variables are missing. */
function lastMistakeOf(environment: Record<string, string>): string {
  try {
    readEnvironment(environment);
  } catch (error) {
    assert.ok(error instanceof VaultError);
    return error.messages.at(-1) ?? '';
  }
  return assert.fail('The environment is complete.');
}

describe('An environment without a variable of Vaultlink', () => {
  it('gets told how to name a file of variables', () => {
    assert.match(lastMistakeOf({ PATH: '/bin' }), HINT);
  });

  it('is not meant if one variable is set', () => {
    assert.doesNotMatch(lastMistakeOf({ VAULTLINK_CLIENT_ID: 'client-1' }), HINT);
  });
});
