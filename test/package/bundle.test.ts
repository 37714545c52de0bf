import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { bundlePage } from '../support/bundle-page.ts';
import { compile } from './built.ts';

/** Pages, and the row of docs/measured.md that gives the bytes of their first chunk, with Lit, compressed with brotli. */
const PAGES = {
  "import 'vaultlink/elements';": '`vaultlink/elements`, bundled by Vite: the first chunk',
  "import 'vaultlink/elements/endlink-finish';":
    '`vaultlink/elements/endlink-finish` alone, bundled likewise',
  "import { captureEndlink } from 'vaultlink/endlink'; captureEndlink();":
    '`captureEndlink()` of `vaultlink/endlink`, bundled likewise',
};

/** How far the bytes may be from those in the docs: another version of Node compresses a little differently. */
const TOLERANCE = 0.01;

const bundledSize = async (code: string) =>
  brotliCompressSync(await bundlePage(code, { from: 'dist' })).length;

/** The bytes in the last cell of a row of the docs. */
function documentedBytes(title: string): number {
  const rows = readFileSync('docs/measured.md', 'utf8').split('\n');
  const row = rows.find((line) => line.startsWith(`| ${title} `)) ?? '';
  return Number(row.split('|').at(-2)?.replace(/[^\d]/g, ''));
}

describe('A page that Vite bundles with its defaults', () => {
  before(compile);

  for (const [code, title] of Object.entries(PAGES)) {
    it(`has a first chunk of as many bytes as the docs say with ${code}`, async () => {
      const size = await bundledSize(code);
      const documented = documentedBytes(title);
      assert(Math.abs(size - documented) <= documented * TOLERANCE, `${size}, not ${documented}`);
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
