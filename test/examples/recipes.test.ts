import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXAMPLES, FOLDER } from './examples.ts';
import { missingLine } from './quoted-lines.ts';

const [, section = ''] = readFileSync('docs/backend.md', 'utf8').split(
  '## Mount it in your server\n',
);
const [recipes = ''] = section.split('\n## ');

/** Each piece of code on the page, with the file that was linked last before it. */
const pieces = [...recipes.matchAll(/```js\n([^]*?)```/g)].map(({ 1: code = '', index }) => {
  const links = [...recipes.slice(0, index).matchAll(/\]\(\.\.\/(examples\/[^)]+\.js)\)/g)];
  return {
    code,
    path: links.findLast(([, path]) => !path?.endsWith('hooks.server.js'))?.[1] ?? '',
  };
});

describe('The recipes for a backend in another server', () => {
  it('are one or more for each example', () => {
    for (const name of EXAMPLES) {
      assert.ok(
        pieces.some(({ path }) => path.startsWith(`${FOLDER}/${name}/`)),
        name,
      );
    }
  });

  for (const { code, path } of pieces) {
    it(`are the lines of ${path}, in their order`, () => {
      assert.equal(missingLine(code, readFileSync(path, 'utf8')), undefined);
    });
  }
});

describe('The examples', () => {
  for (const file of ['sandbox.js', 'page.js', '.npmrc', 'vault.js', 'lib/vault.js']) {
    it(`have the same ${file} wherever they have one`, () => {
      const texts = EXAMPLES.map((name) => join(FOLDER, name, file))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'));
      assert.notEqual(texts.length, 0);
      assert.equal(new Set(texts).size, 1);
    });
  }

  it('read the same options from the environment', () => {
    const paths = ['express/vault.js', 'next/lib/vault.js', 'sveltekit/src/lib/vault.js'];
    const texts = paths.map((path) => readFileSync(join(FOLDER, path), 'utf8'));
    assert.equal(new Set(texts).size, 1);
  });
});
