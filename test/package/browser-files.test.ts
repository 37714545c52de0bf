import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { BROWSER_FILES, readBuilt } from './built.ts';

/** What tells in a built file that a library is in it. */
const MARKS = {
  lit: /litElementVersions|litHtmlVersions|reactiveElementVersions/,
  zod: /ZodError|\$Zod|_zod\b/,
};

const files = BROWSER_FILES.map((file) => [file, readBuilt(file)] as const);

describe('the files for the browser', () => {
  it('import no other statically, so that none waits for another', () => {
    for (const [file, text] of files) {
      assert.doesNotMatch(
        text,
        /(^|[;}\n])\s*(import|export)\s*(["'{*]|\w+\s+from)[^;]*from/,
        file,
      );
      assert.doesNotMatch(text, /(^|[;}\n])import\s*["']/, file);
    }
  });

  it('import each other from beside themselves only', () => {
    for (const [file, text] of files.slice(1)) {
      for (const [, address] of text.matchAll(/\bimport\(\s*["'`]([^"'`]*)/g)) {
        // The elements import a language by its tag.
        const name = address?.replace('./', '').replace(/-\$\{.*/, '-de.js') ?? '';
        assert(BROWSER_FILES.includes(name), `${file}: ${address}`);
      }
    }
  });

  it('hold Lit in the elements alone, and zod nowhere', () => {
    for (const [file, text] of files) {
      assert.equal(MARKS.lit.test(text), file === 'vaultlink-elements.js', file);
      assert.doesNotMatch(text, MARKS.zod, file);
    }
  });

  it('define elements in the file of the elements alone, which the script tag imports when there is one', () => {
    for (const [file, text] of files) {
      assert.equal(text.includes('customElements.define'), file === 'vaultlink-elements.js', file);
    }
    assert.match(readBuilt('vaultlink.js'), /import\(\s*new URL\(`vaultlink-\$\{/);
  });

  it('make no code out of text', () => {
    for (const [file, text] of files) {
      assert.doesNotMatch(text, /\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|javascript:/, file);
      assert.doesNotMatch(text, /\bset(Timeout|Interval)\(\s*["'`]/, file);
    }
  });

  it('name nothing of the machine that they were built on', () => {
    for (const [file, text] of files) {
      assert(!text.includes(process.cwd()), file);
      assert.doesNotMatch(text, /sourceMappingURL|node_modules/, file);
    }
  });

  it('begin with one that is a classic script', () => {
    assert.doesNotThrow(() => new Script(readBuilt('vaultlink.js')));
  });
});
