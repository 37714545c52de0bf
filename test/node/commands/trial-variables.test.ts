import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  readTrialSecrets,
  writeTrialVariables,
} from '../../../src/node/commands/trial-variables.ts';

const ORIGIN = 'http://localhost:3000';
const SERVICE = 'http://127.0.0.1:4800';

describe('The variables of a trial', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vaultlink-trial-'));
    file = join(folder, '.env');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = () => {
    const secrets = readTrialSecrets(file, ORIGIN);
    writeTrialVariables(file, ORIGIN, SERVICE, secrets);
    return secrets;
  };

  it('stand beside the other lines of a file that was saved in UTF-16', () => {
    writeFileSync(file, Buffer.from('\ufeffOTHER=1\n', 'utf16le'));
    write();
    assert.match(readFileSync(file, 'utf8'), /^OTHER=1\nVAULTLINK_BASE_URL=/);
  });

  it('are all that a backend requires, in a file that its owner alone can read', () => {
    const { clientSecret, keys } = write();
    assert.equal(
      readFileSync(file, 'utf8'),
      [
        `VAULTLINK_BASE_URL=${SERVICE}`,
        'VAULTLINK_CLIENT_ID=trial',
        `VAULTLINK_CLIENT_SECRET=${clientSecret}`,
        `VAULTLINK_REDIRECT_URI=${ORIGIN}/vault/callback`,
        `VAULTLINK_ORIGIN=${ORIGIN}`,
        `VAULTLINK_KEYS=${keys}`,
        '',
      ].join('\n'),
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('keep their secrets when the sandbox starts again, so that the backend need not', () => {
    const first = write();
    assert.deepEqual(write(), first);
  });

  it('leave every other line of the file as it is', () => {
    writeFileSync(
      file,
      '# Of the app\nSESSION_SECRET=abc\nexport VAULTLINK_ORIGIN=http://old.example\n',
    );
    write();
    const text = readFileSync(file, 'utf8');
    assert.ok(text.startsWith('# Of the app\nSESSION_SECRET=abc\nVAULTLINK_BASE_URL='), text);
    assert.doesNotMatch(text, /old\.example/);
  });

  it('take a key ring of several keys from the file', () => {
    writeFileSync(file, `VAULTLINK_KEYS=k2:${'A'.repeat(43)}=,k1:${'B'.repeat(43)}=\n`);
    assert.equal(
      readTrialSecrets(file, ORIGIN).keys,
      `k2:${'A'.repeat(43)}=,k1:${'B'.repeat(43)}=`,
    );
  });
});
