import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CONCERNS } from '../concerns.ts';
import { chooseTests } from './choose-tests.ts';

const filesFor = (...paths: string[]) => chooseTests(paths).map(({ file }) => file);

describe('The tests of a path', () => {
  it('are the file itself where it is a test', () => {
    assert.deepEqual(chooseTests(['test/bff/grants/seal.test.ts']), [
      { file: 'test/bff/grants/seal.test.ts', reason: 'you named it' },
    ]);
  });

  it('are the mirrored file of a source, and the mirrors of what imports it', () => {
    const chosen = chooseTests(['src/bff/grants/seal.ts']);
    assert.deepEqual(chosen[0], {
      file: 'test/bff/grants/seal.test.ts',
      reason: 'mirrors src/bff/grants/seal.ts',
    });
    const keeper = chosen.find(({ file }) => file === 'test/bff/grants/token-keeper.test.ts');
    assert.match(keeper?.reason ?? '', /which imports src\/bff\/grants\/seal\.ts$/);
  });

  it('are the mirrored folder of a source that has no test of its own', () => {
    assert.deepEqual(
      filesFor('src/bff/http/routes.ts').filter((file) => file.startsWith('test/bff/http/')).length,
      globSync('test/bff/http/*.test.ts').length,
    );
  });

  it('are the tests with the name of the folder of a source that has no folder of tests', () => {
    assert.deepEqual(filesFor('src/browser/elements/languages/de.ts'), [
      'test/browser/elements/languages.test.ts',
      'test/e2e/languages.spec.ts',
    ]);
  });

  it('are those that import a support file of the tests, through others too', () => {
    assert.ok(filesFor('test/support/redis-server.ts').includes('test/bff/stores/redis.test.ts'));
  });

  it('are the flows that the table has for a source', () => {
    const flows = filesFor('src/browser/debug/panel.ts').filter((file) =>
      file.endsWith('.spec.ts'),
    );
    assert.deepEqual(flows, ['test/e2e/check-panel.spec.ts']);
  });

  it('are those that read a page, besides the tests of all pages', () => {
    const files = filesFor('docs/testing.md');
    assert.ok(files.includes('test/testing/testing-page.test.ts'));
    assert.ok(files.includes('test/site/links.test.ts'));
  });

  it('are named once for several paths', () => {
    const files = filesFor('src/bff/grants', 'test/bff/grants/seal.test.ts');
    assert.equal(files.length, new Set(files).size);
    assert.ok(files.includes('test/bff/grants/lease.test.ts'));
  });

  it('cannot be chosen for a path that does not exist', () => {
    assert.throws(() => chooseTests(['src/bff/no-such.ts']), /There is no src\/bff\/no-such\.ts\./);
  });

  it('come from a table whose patterns fit files and whose tests exist', () => {
    for (const [pattern, tests] of CONCERNS) {
      assert.ok(globSync(pattern).length, pattern);
      for (const test of tests) assert.ok(existsSync(test), test);
    }
  });
});
