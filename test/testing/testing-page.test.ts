import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const FILE = '.cache/testing-page/example.test.js';

describe('The page about tests', () => {
  it('has an example with the sandbox that passes as it stands', { timeout: 120_000 }, () => {
    const blocks = readFileSync('docs/testing.md', 'utf8').matchAll(/```js\n([^]*?)```/g);
    const [example, ...others] = [...blocks]
      .map(([, code = '']) => code)
      .filter((code) => code.includes("from 'node:test'"));
    assert.ok(example);
    assert.deepEqual(others, []);
    mkdirSync('.cache/testing-page', { recursive: true });
    writeFileSync(FILE, example);
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--conditions=vaultlink-source', '--test', FILE],
      // Otherwise the inner runner would report to the outer one.
      { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    );
    assert.equal(status, 0, stdout);
    assert.match(stdout, /pass 1\b/);
  });
});
