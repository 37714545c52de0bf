import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { productsFor } from './build.ts';

describe('What tests need to be built', () => {
  it('is nothing for tests of the sources', () => {
    assert.deepEqual(
      productsFor(['test/bff/grants/seal.test.ts', 'test/browser/endlink/fill.test.ts']),
      [],
    );
  });

  it('is the files of the browser for a flow', () => {
    assert.deepEqual(productsFor(['test/e2e/hops.spec.ts']), ['browser']);
  });

  it('is the package for a flow whose pages import its entries', () => {
    assert.deepEqual(productsFor(['test/frameworks/svelte/svelte.spec.ts']), ['package']);
  });

  it('is the package, in which the files of the browser are, for the tests of the package', () => {
    assert.deepEqual(productsFor(['test/e2e/hops.spec.ts', 'test/package/entries.test.ts']), [
      'package',
    ]);
  });

  it('is the site after what it contains', () => {
    assert.deepEqual(productsFor(['test/site/links.test.ts', 'test/e2e/hops.spec.ts']), [
      'package',
      'site',
    ]);
  });
});
