import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { bundlePage } from '../support/bundle-page.ts';

/** Bytes at most of each page's first chunk, with Lit, compressed with brotli. */
const LIMITS = {
  "import 'vaultlink/elements';": 12_500,
  "import 'vaultlink/elements/endlink-finish';": 9_500,
};

const bundledSize = async (code: string) => brotliCompressSync(await bundlePage(code)).length;

describe('A page that Vite bundles', () => {
  for (const [code, limit] of Object.entries(LIMITS)) {
    it(`has a first chunk of at most ${limit} bytes with ${code}`, async () => {
      const size = await bundledSize(code);
      assert(size <= limit, `${size} bytes`);
    });
  }

  it('downloads less for one element than for all', async () => {
    const all = await bundledSize("import 'vaultlink/elements';");
    for (const element of ['endlink-finish', 'vault-connect', 'vault-push']) {
      const one = await bundledSize(`import 'vaultlink/elements/${element}';`);
      assert(one < all, `${element}: ${one} of ${all} bytes`);
    }
  });
});
