import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXAMPLES, FOLDER, pageAbout } from './examples.ts';
import { missingLine } from './quoted-lines.ts';

describe('The page about the backend', () => {
  it('quotes the example for Express, and links to the page about each server', () => {
    const page = readFileSync('docs/backend.md', 'utf8');
    const [, code = ''] = /In Express:\n\n```js\n([^]*?)```/.exec(page) ?? [];
    assert.ok(code.includes('toNodeHandler(bff)'));
    assert.equal(missingLine(code, readFileSync(`${FOLDER}/express/server.js`, 'utf8')), undefined);
    assert.ok(page.includes('](backends/index.md)'));
    for (const name of EXAMPLES)
      assert.ok(pageAbout(name).includes(`](../../examples/backends/${name})`), name);
  });
});

/** What the generator of an app installs, before the page installs the rest. */
const GENERATED: Record<string, readonly string[]> = {
  next: [
    ...['next', 'react', 'react-dom', 'typescript'],
    ...['@types/node', '@types/react', '@types/react-dom'],
  ],
  sveltekit: [
    ...['@sveltejs/kit', '@sveltejs/vite-plugin-svelte', 'svelte', 'svelte-check'],
    ...['typescript', 'vite'],
  ],
};

describe('The examples', () => {
  for (const file of ['page.js', '.npmrc', 'vault.js']) {
    it(`have the same ${file} wherever they have one`, () => {
      const texts = EXAMPLES.map((name) => join(FOLDER, name, file))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'));
      assert.notEqual(texts.length, 0);
      assert.equal(new Set(texts).size, 1);
    });
  }

  it('read the same options from the environment', () => {
    const paths = ['express/vault.js', 'next/lib/vault.ts', 'sveltekit/src/lib/vault.ts'];
    const texts = paths.map((path) => readFileSync(join(FOLDER, path), 'utf8'));
    const [express, next] = texts.map((text) => text.match(/(?<=env\.)\w+/g));
    assert.ok(express?.length);
    assert.deepEqual(next, express);
    assert.equal(texts[2], texts[1]);
  });

  it('start the sandbox of the command, for the port that they listen on', () => {
    for (const name of EXAMPLES) {
      const { scripts } = JSON.parse(readFileSync(join(FOLDER, name, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      assert.equal(scripts.sandbox, 'vaultlink sandbox --backend http://localhost:3000', name);
      const server = join(FOLDER, name, 'server.js');
      if (existsSync(server)) assert.match(readFileSync(server, 'utf8'), /PORT = 3000/);
    }
  });

  for (const name of EXAMPLES) {
    it(`have the packages that the page about ${name} installs, of the same major version`, () => {
      const page = pageAbout(name);
      const manifest = JSON.parse(readFileSync(join(FOLDER, name, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>;
        devDependencies?: Record<string, string>;
      };
      const versions = Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
      }).filter(([one]) => !GENERATED[name]?.includes(one));
      const needed = versions.map(([one, range]) =>
        one === 'vaultlink'
          ? '../vaultlink/vaultlink-*.tgz'
          : `${one}@${/\d+/.exec(range)?.[0] ?? ''}`,
      );
      const installed = [...page.matchAll(/^npm install (.*)$/gm)].flatMap(([, names = '']) =>
        names.split(' ').filter((one) => !one.startsWith('--')),
      );
      assert.deepEqual(installed.sort(), needed.sort());
    });
  }
});
