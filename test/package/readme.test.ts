import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ASSUMPTIONS } from 'vaultlink/protocol';

const readme = readFileSync('README.md', 'utf8');
const { exports, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, unknown>;
  scripts: Record<string, string>;
};

describe('The README', () => {
  for (const [name, { section, value, why }] of Object.entries(ASSUMPTIONS)) {
    it(`lists the assumption ${name} as the code has it`, () => {
      assert.ok(readme.includes(`**${name}** (${section}): ${value} _${why}_`));
    });
  }

  it('names only entries that the package has', () => {
    const named = [...readme.matchAll(/'vaultlink(\/[\w-]+)'/g)].map(([, path]) => `.${path}`);
    assert.ok(named.length >= 3);
    for (const entry of named) assert.ok(entry in exports, entry);
  });

  it('has a backend that a build can import without its secrets', () => {
    const [, code = ''] = /```js\n(import \{ createVaultBff \}[^]*?)```/.exec(readme) ?? [];
    assert.match(code, /process\.env\.CLIENT_SECRET[^]*port: 3000/);
    const onFreePort = `${code.replace('port: 3000', 'port: 0')}\nprocess.exit();`;
    const parameters = ['--conditions=vaultlink-source', '--input-type=module', '--eval'];
    const { PATH } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [...parameters, onFreePort], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH },
    });
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('names only scripts that the package has', () => {
    const named = [...readme.matchAll(/npm run (\w+)/g)].map(([, script]) => script ?? '');
    assert.ok(named.includes('demo'));
    for (const script of named) assert.ok(script in scripts, script);
  });
});
