import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { markdownFiles } from './markdown-files.ts';

const NPX = 'npx vaultlink';

/** Installs the package that a clone has made. */
const INSTALL = /\bnpm install [^\n`]*\.\.\/vaultlink\/vaultlink-\*\.tgz/;

/** Returns whether a text says `npx vaultlink` before it has installed the package. npm would then offer whatever has this name. */
const isTooEarly = (text: string, install: RegExp) => {
  const said = text.indexOf(NPX);
  const installed = text.search(install);
  return said !== -1 && (installed === -1 || said < installed);
};

const read = (file: string) => readFileSync(file, 'utf8');

describe('The command npx vaultlink', () => {
  it('stands on no page before the line that installs the package', () => {
    const pages = [...markdownFiles(), ...globSync('docs/site/src/**/*.astro')].filter((file) =>
      isTooEarly(read(file), INSTALL),
    );
    assert.deepEqual(pages, []);
  });

  it('stands in no example before its dependencies are installed, of which the package is one', () => {
    const examples = globSync('examples/*/*/README.md').filter((file) => read(file).includes(NPX));
    assert.ok(examples.length > 5);
    for (const file of examples) {
      assert.ok(!isTooEarly(read(file), /\bnpm install\b/), file);
      assert.match(
        read(join(dirname(file), 'package.json')),
        /"vaultlink": "file:\.\.\/\.\.\/\.\."/,
      );
    }
  });

  it('stands in no message, since nobody knows in which folder it is read', () => {
    const sources = globSync('src/**/*.ts').filter((file) => read(file).includes(NPX));
    assert.deepEqual(sources, []);
  });

  it('is missed nowhere by this test: a page that says it too early is found', () => {
    assert.ok(isTooEarly('Run `npx vaultlink sandbox`.', INSTALL));
    const later = 'npm install ../vaultlink/vaultlink-*.tgz zod@4\nnpx vaultlink sandbox';
    assert.ok(!isTooEarly(later, INSTALL));
    assert.ok(isTooEarly(later.split('\n').reverse().join('\n'), INSTALL));
  });
});
