import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { missingLine } from '../examples/quoted-lines.ts';
import { modulesBehind } from './modules-behind.ts';

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

  it('has a configuration for Jest that compiles every ES module which Vaultlink loads', () => {
    const [code, ...others] = blocks.filter((block) => block.includes('module.exports'));
    assert.ok(code);
    assert.deepEqual(others, []);
    const module = {
      exports: {} as { testEnvironment: string; transformIgnorePatterns: string[] },
    };
    runInNewContext(code, { module });
    assert.equal(module.exports.testEnvironment, 'jsdom');
    // Jest compiles a file unless its path matches one of the patterns.
    const isIgnored = (path: string) =>
      module.exports.transformIgnorePatterns.some((pattern) => new RegExp(pattern).test(path));

    const modules = modulesBehind([
      ...['browser/elements/define', 'browser/endlink/index', 'browser/vault/index'],
      ...['testing/index', 'testing/sandbox', 'bff/index'],
    ]);
    assert.ok(modules.some((path) => path.includes('/@lit-labs/')));
    assert.deepEqual(modules.filter(isIgnored), []);
    assert.ok(!isIgnored('/buyer/node_modules/vaultlink/dist/browser/elements/define.js'));
    assert.ok(isIgnored('/buyer/node_modules/lodash/lodash.js'));
  });
});
