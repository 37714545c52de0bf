import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { callVaultlink, stopCalls } from '../in-process.ts';
import { variables } from '../program.ts';

describe('vaultlink serve with a HOST that is none of this machine', () => {
  afterEach(stopCalls);

  for (const host of ['no-such-host.invalid', '192.0.2.1']) {
    it(`ends with code 2, names HOST, and creates no store: ${host}`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
      context.after(() => rmSync(folder, { recursive: true }));
      const { closed, printed } = callVaultlink(['serve'], {
        ...variables('http://127.0.0.1:1'),
        VAULTLINK_STORE: `sqlite:${join(folder, 'vault.db')}`,
        HOST: host,
      });
      assert.deepEqual(await closed, [2, null]);
      assert.match(printed.err, /^HOST: this machine has no address "[^"]+" \(E[A-Z_]+\)/);
      assert.ok(printed.err.includes(`"${host}"`));
      assert.deepEqual(readdirSync(folder), []);
    });
  }
});
