import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { readVariables } from '../../../src/node/config/read-variables.ts';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { CLIENT_SECRET, variables } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));
afterEach(stopCalls);

/** How the editors and shells of Windows save a text. */
const FORMS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
};

for (const [form, encode] of Object.entries(FORMS)) {
  describe(`a text file in ${form}`, () => {
    it('names the first variable as well as the others, with --env', async () => {
      const path = join(folder, '.env');
      const lines = Object.entries(variables('http://127.0.0.1:1')).map((pair) => pair.join('='));
      writeFileSync(path, encode(lines.join('\r\n')));
      await callVaultlink(['serve', '--env', path]).says(/^listening on /);
    });

    it('is a secret without the mark', () => {
      const path = join(folder, 'secret');
      writeFileSync(path, encode(`${CLIENT_SECRET}\r\n`));
      const { values } = readVariables({ VAULTLINK_CLIENT_SECRET_FILE: path });
      assert.equal(values.VAULTLINK_CLIENT_SECRET, CLIENT_SECRET);
    });
  });
}
