import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { Linter } from 'eslint';
import { UNCHANGEABLE } from '../../build/browser-globals.ts';
import { BROWSER_FILES, readBuilt } from './built.ts';

/** What tells in a built file that a library is in it. */
const MARKS = {
  lit: /litElementVersions|litHtmlVersions|finalizeStyles/,
  zod: /ZodError|\$Zod|_zod\b/,
};

/** The files with the elements in them. */
const WITH_ELEMENTS = ['vaultlink-elements.js', 'vaultlink-all.js'];

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

  it('let Chromium compile the script tag while it downloads: the hint counts in the first line alone', () => {
    assert(readBuilt('vaultlink.js').startsWith('//# allFunctionsCalledOnLoad\n{'));
  });

  it('ask for their parts under the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    assert(readBuilt('vaultlink.js').includes(`.js?v=${version}-`));
    assert(readBuilt('vaultlink-elements.js').includes(`vaultlink.js?v=${version}`));
  });

  it('import each other from beside themselves only', () => {
    for (const [file, text] of files.slice(1)) {
      for (const [, address] of text.matchAll(/\bimport\(\s*["'`]([^"'`]*)/g)) {
        // The address of a part that a bundler has placed, from the error that its download gave.
        if (/^\$\{\w+\}#/.test(address ?? '')) continue;
        // The elements import a language by its tag.
        const name =
          address
            ?.replace('./', '')
            .replace(/\?v=.*/, '')
            .replace(/-\$\{.*/, '-de.js') ?? '';
        assert(BROWSER_FILES.includes(name), `${file}: ${address}`);
      }
    }
  });

  it('rely on no name that a script of the page may have given to something of its own', () => {
    const linter = new Linter();
    // Lit's own, for what all Lits of a page share; and what a page is to call so.
    const names = [...UNCHANGEABLE, 'litPropertyMetadata', 'vaultlinkConfig'];
    const globals = Object.fromEntries(names.map((name) => [name, 'readonly' as const]));
    for (const [file, text] of files) {
      const messages = linter.verify(text, {
        languageOptions: { sourceType: 'module', globals },
        rules: { 'no-undef': 'error' },
      });
      assert.deepEqual(
        messages.map(({ message }) => message),
        [],
        file,
      );
    }
  });

  it('hold Lit only where the elements are, and zod nowhere', () => {
    for (const [file, text] of files) {
      assert.equal(MARKS.lit.test(text), WITH_ELEMENTS.includes(file), file);
      assert.doesNotMatch(text, MARKS.zod, file);
    }
  });

  it('define elements only in vaultlink-elements.js, which the script tag imports for an element, and in vaultlink-all.js', () => {
    for (const [file, text] of files) {
      assert.equal(text.includes('customElements.define'), WITH_ELEMENTS.includes(file), file);
    }
    assert.match(readBuilt('vaultlink.js'), /`vaultlink-\$\{[^]*import\(\s*new \w+\(/);
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

  it('include two classic scripts', () => {
    for (const file of ['vaultlink.js', 'vaultlink-all.js'])
      assert.doesNotThrow(() => new Script(readBuilt(file)), file);
  });

  it('include one that imports nothing and contains every part', () => {
    const text = readBuilt('vaultlink-all.js');
    assert.doesNotMatch(text, /\bimport\s*\(/);
    for (const part of ['X-Vaultlink', 'Dry run (data-test=', 'is set twice', 'code_challenge'])
      assert(text.includes(part), part);
  });
});
