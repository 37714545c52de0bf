import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { LANGUAGES as IMPORTS } from '../../src/browser/elements/import-language.ts';
import { LANGUAGES, readBuilt } from './built.ts';

/** Bytes of a language at most, compressed with brotli. */
const LIMIT = 900;

const limits = JSON.parse(readFileSync('.size-limit.json', 'utf8')) as {
  path: string;
  limit: string;
}[];

describe('The languages', () => {
  it('are at least 24 with English', () => {
    assert(LANGUAGES.length + 1 >= 24);
  });

  it('are imported one by one, each file of the folder by a literal address', async () => {
    assert.deepEqual(Object.keys(IMPORTS).sort(), [...LANGUAGES].sort());
    for (const tag of LANGUAGES) {
      const language = (await import(`../../src/browser/elements/languages/${tag}.ts`)) as object;
      assert.equal(await IMPORTS[tag]?.(0), language, tag);
    }
  });

  for (const tag of LANGUAGES) {
    it(`keep "${tag}" within ${LIMIT} bytes, which size-limit checks too`, () => {
      const file = `vaultlink-language-${tag}.js`;
      const { length } = brotliCompressSync(readBuilt(file));
      assert(length <= LIMIT, `${length} bytes`);
      const entry = limits.find(({ path }) => path === `dist/${file}`);
      assert.equal(entry?.limit, `${LIMIT} B`);
    });
  }
});
