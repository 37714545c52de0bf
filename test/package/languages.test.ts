import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { BUNDLED_LANGUAGES } from '../../src/browser/elements/bundled-languages.ts';
import { LANGUAGE_TAGS } from '../../src/browser/elements/languages.ts';
import { BROWSER_FILES, LANGUAGES, readBuilt } from './built.ts';

/** Bytes of a language at most, compressed with brotli. */
const LIMIT = 950;

/** The rows that size-limit fails for, once these languages are too large. */
function failedRows(languages: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-languages-'));
  mkdirSync(join(folder, 'dist'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const path of ['package.json', '.size-limit.js', ...BROWSER_FILES.map((f) => `dist/${f}`)])
    copyFileSync(path, join(folder, path));
  languages.forEach((tag, index) => {
    const file = join(folder, `dist/vaultlink-language-${tag}.js`);
    appendFileSync(file, `//${randomBytes(LIMIT / (index + 1)).toString('base64')}`);
  });
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/size-limit/bin.js', '--json'],
    { cwd: folder, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  const rows = JSON.parse(stdout) as { name: string; passed: boolean; sizeLimit: number }[];
  return rows
    .filter(({ passed }) => !passed)
    .map(({ name, sizeLimit }) => ({ name, limit: sizeLimit }));
}

describe('The languages', () => {
  it('are at least 24 with English', () => {
    assert(LANGUAGES.length + 1 >= 24);
  });

  it('are all known to the part with the elements, by their tags', () => {
    assert.deepEqual(LANGUAGE_TAGS.split(' ').sort(), [...LANGUAGES].sort());
  });

  it('are imported one by one, each file of the folder by a literal address', async () => {
    assert.deepEqual(Object.keys(BUNDLED_LANGUAGES).sort(), [...LANGUAGES].sort());
    for (const tag of LANGUAGES) {
      const language = (await import(`../../src/browser/elements/languages/${tag}.ts`)) as object;
      assert.equal(await BUNDLED_LANGUAGES[tag]?.(0), language, tag);
    }
  });

  it(`take at most ${LIMIT} bytes each`, () => {
    for (const tag of LANGUAGES) {
      const { length } = brotliCompressSync(readBuilt(`vaultlink-language-${tag}.js`));
      assert(length <= LIMIT, `${tag}: ${length} bytes`);
    }
  });

  it('are checked by size-limit, which names each that is too large', () => {
    assert.deepEqual(failedRows(['de', 'zh-Hans']), [
      { name: 'vaultlink-language-de.js, the largest language', limit: LIMIT },
      { name: 'vaultlink-language-zh-Hans.js', limit: LIMIT },
    ]);
  });
});
