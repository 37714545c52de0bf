import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { FOLDER as FRAMEWORKS } from './frameworks/rows.ts';
import { FOLDER as BACKENDS, foldersIn } from './examples.ts';
import { missingLine } from './quoted-lines.ts';

/** The folders of the examples, and of the pages about them. */
const SUBJECTS = [
  { title: 'frameworks', folder: FRAMEWORKS, pages: 'docs/frameworks' },
  { title: 'backends', folder: BACKENDS, pages: 'docs/backends' },
];

/** What somebody types into a terminal or a browser is in no file of an example. */
const TYPED = ['sh', 'text', ''];

/** A piece of code on a page. */
const pieces = (markdown: string) =>
  [...markdown.matchAll(/^```(\w*)\n([^]*?)^```/gm)]
    .map(([, language = '', code = '']) => ({ language, code }))
    .filter(({ language }) => !TYPED.includes(language));

/** The texts of an example's files. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|\/)(node_modules|dist|build|\.\w+)\//.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

for (const { title, folder, pages } of SUBJECTS) {
  describe(`The pages about ${title}`, () => {
    it('are one for each example', () => {
      for (const name of foldersIn(folder)) assert.ok(existsSync(join(pages, `${name}.md`)), name);
    });

    for (const page of readdirSync(pages)) {
      const name = basename(page, '.md');
      for (const { code } of pieces(readFileSync(join(pages, page), 'utf8'))) {
        const [firstLine = ''] = code.trim().split('\n');
        it(`quote a file of the example ${name}: ${firstLine.trim()}`, () => {
          const missing = filesOf(join(folder, name)).map(({ path, text }) => ({
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
}
