import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { helpOfVariables } from '../../../src/node/config/help.ts';
import { ALL_VARIABLES } from '../../../src/node/config/variables.ts';

/** The names of the variables that the help of a command lists. */
const namesIn = (command: string) =>
  [...helpOfVariables(command).matchAll(/^ {2}([A-Z_]+) \(/gm)].map(([, name]) => name);

describe('the list of variables in the help of a command', () => {
  it('names every variable for serve, doctor and migrate', () => {
    const names = ALL_VARIABLES.map(([name]) => name);
    assert.deepEqual(namesIn('serve'), names);
    assert.deepEqual(namesIn('doctor'), names);
    assert.deepEqual(namesIn('migrate'), names);
  });

  it('names for reseal what is required, the store and the deployment, but not the port', () => {
    assert.deepEqual(namesIn('reseal'), [
      'VAULTLINK_BASE_URL',
      'VAULTLINK_CLIENT_ID',
      'VAULTLINK_CLIENT_SECRET',
      'VAULTLINK_REDIRECT_URI',
      'VAULTLINK_ORIGIN',
      'VAULTLINK_KEYS',
      'VAULTLINK_DEPLOYMENT_ID',
      'VAULTLINK_SUBJECT_PRIVACY',
      'VAULTLINK_STORE',
      'VAULTLINK_REDIS_PREFIX',
      'VAULTLINK_POSTGRES_SCHEMA',
      'VAULTLINK_POSTGRES_POOL_SIZE',
      'VAULTLINK_POSTGRES_STATEMENT_TIMEOUT_MS',
      'VAULTLINK_OUTBOX',
    ]);
  });

  it('names the queue for the commands that use it', () => {
    for (const command of ['push', 'worker']) {
      assert.ok(namesIn(command).includes('VAULTLINK_QUEUE'), command);
    }
  });

  it('is empty for a command that reads no variable', () => {
    assert.equal(helpOfVariables('sandbox'), '');
  });

  it('says what is required, what the default is, and what may come from a file', () => {
    const help = helpOfVariables('serve');
    for (const line of [
      'VAULTLINK_BASE_URL (required)',
      'VAULTLINK_CLIENT_SECRET (required; or VAULTLINK_CLIENT_SECRET_FILE)',
      'VAULTLINK_STORE (default: sqlite:vaultlink.db; or VAULTLINK_STORE_FILE)',
      'VAULTLINK_RELAY (default: off)',
      'VAULTLINK_CALLS_PER_ADDRESS_PER_MINUTE (default: 120)',
      'PORT (default: 3000)',
    ]) {
      assert.ok(help.includes(`\n  ${line}\n      `), line);
    }
  });

  it('fits into 80 columns, without the backticks of Markdown', () => {
    for (const line of helpOfVariables('serve').split('\n')) assert.ok(line.length <= 80, line);
    assert.doesNotMatch(helpOfVariables('serve'), /`/);
  });
});
