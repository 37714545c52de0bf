import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { missingLine } from '../examples/quoted-lines.ts';

const blocks = [...readFileSync('docs/testing.md', 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
  ([, code = '']) => code,
);

const FILE = '.cache/testing-page/example.test.js';

describe('The page about tests', () => {
  it('has an example with the sandbox that passes as it stands', { timeout: 120_000 }, () => {
    const [example, ...others] = blocks.filter((code) => code.includes("from 'node:test'"));
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

  it('has an example for Playwright that a flow runs', () => {
    const examples = blocks.filter((code) => code.includes("'vaultlink/testing/playwright'"));
    assert.equal(examples.length, 1);
    const flow = readFileSync('test/e2e/testing-page.spec.ts', 'utf8');
    assert.equal(missingLine(examples[0] ?? '', flow), undefined);
  });
});
