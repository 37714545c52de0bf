import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { FOLDER } from './frameworks/rows.ts';
import { foldersIn } from './examples.ts';
import { missingLine } from './quoted-lines.ts';

const PAGES = 'docs/frameworks';

/** What somebody types into a terminal or a browser is in no file of an example. */
const TYPED = ['sh', 'text', ''];

/** A piece of code on a page. */
const pieces = (markdown: string) =>
  [...markdown.matchAll(/^```(\w*)\n([^]*?)^```/gm)]
    .map(([, language = '', code = '']) => ({ language, code }))
    .filter(({ language }) => !TYPED.includes(language));

/** The texts of an example's files. */
const filesOf = (name: string) =>
  readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|\/)(node_modules|dist|build|\.\w+)\//.test(path))
    .map((path) => join(FOLDER, name, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('The pages about frameworks', () => {
  it('are one for each example', () => {
    for (const name of foldersIn(FOLDER)) assert.ok(existsSync(join(PAGES, `${name}.md`)), name);
  });

  for (const page of readdirSync(PAGES)) {
    const name = basename(page, '.md');
    for (const { code } of pieces(readFileSync(join(PAGES, page), 'utf8'))) {
      const [firstLine = ''] = code.trim().split('\n');
      it(`quote a file of the example ${name}: ${firstLine.trim()}`, () => {
        const missing = filesOf(name).map(({ path, text }) => ({
          path,
          line: missingLine(code, text),
        }));
        if (missing.some(({ line }) => line === undefined)) return;
        const near = missing.filter(({ line }) => line !== firstLine);
        const lacks = near.map(({ path, line = '' }) => `${path} has no ${line}`);
        assert.fail(['No file has these lines in their order.', ...lacks].join('\n'));
      });
    }
  }
});
