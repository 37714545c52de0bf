import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { bundlePage } from '../support/bundle-page.ts';
import { compile } from './built.ts';

/** Bytes at most of each page's first chunk, with Lit, compressed with brotli. */
const LIMITS = {
  "import 'vaultlink/elements';": 15_700,
  "import 'vaultlink/elements/endlink-finish';": 11_200,
  "import { captureEndlink } from 'vaultlink/endlink'; captureEndlink();": 3_950,
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

/** The elements that a bundle defines. */
const elementsIn = (code: string) =>
  [...code.matchAll(/customElements\.define\(["'`]([\w-]+)/g)].map(([, name]) => name).sort();

for (const from of ['sources', 'dist'] as const) {
  describe(`A bundler that reads which modules have side effects, from ${from}`, () => {
    before(compile);

    it('keeps every element of an import without a name', async () => {
      const all = ['endlink-finish', 'vault-connect', 'vault-push'];
      assert.deepEqual(elementsIn(await bundlePage("import 'vaultlink/elements';", { from })), all);
      for (const name of all) {
        const code = await bundlePage(`import 'vaultlink/elements/${name}';`, { from });
        assert.deepEqual(elementsIn(code), [name]);
      }
    });

    it('keeps no element beside a function that is used', async () => {
      for (const code of [
        "import { captureEndlink } from 'vaultlink/endlink'; captureEndlink();",
        "import { vaultConnection } from 'vaultlink/vault'; vaultConnection();",
        "import { outcomeUrl } from 'vaultlink/protocol'; console.log(outcomeUrl);",
      ]) {
        const bundle = await bundlePage(code, { from });
        assert.notEqual(bundle, '');
        assert.doesNotMatch(bundle, /customElements|reactiveElement/);
      }
    });

    it('keeps nothing of what is imported and not used', async () => {
      for (const code of [
        "import { captureEndlink } from 'vaultlink/endlink';",
        "import { vaultConnection } from 'vaultlink/vault';",
        "import { outcomeUrl } from 'vaultlink/protocol';",
      ])
        assert.equal((await bundlePage(code, { from })).trim(), '');
    });
  });
}
