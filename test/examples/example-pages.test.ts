import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FOLDER as FRAMEWORKS } from './frameworks/rows.ts';
import { FOLDER as BACKENDS, foldersIn, pageAbout, pageAboutFramework } from './examples.ts';
import { missingLine } from './quoted-lines.ts';

/** The folders of the examples, and the Markdown about each; empty where there is none. */
const SUBJECTS = [
  {
    title: 'frameworks',
    folder: FRAMEWORKS,
    markdownAbout: pageAboutFramework,
  },
  { title: 'backends', folder: BACKENDS, markdownAbout: pageAbout },
];

/** What somebody types into a terminal or a browser is in no file of an example. */
const TYPED = ['sh', 'text', ''];

/** The pieces of code in a Markdown text that are not typed. */
const pieces = (markdown: string) =>
  [...markdown.matchAll(/^```(\w*)\n([^]*?)^```/gm)].flatMap(([, language = '', code = '']) =>
    TYPED.includes(language) ? [] : code,
  );

/** The texts of an example's files. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|\/)(node_modules|dist|build|\.\w+)\//.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

for (const { title, folder, markdownAbout } of SUBJECTS) {
  describe(`The pages about ${title}`, () => {
    for (const name of foldersIn(folder)) {
      const code = pieces(markdownAbout(name));

      it(`have code of the example ${name}`, () => {
        assert.notEqual(code.length, 0);
      });

      for (const piece of code) {
        const [firstLine = ''] = piece.trim().split('\n');
        it(`quote a file of the example ${name}: ${firstLine.trim()}`, () => {
          const missing = filesOf(join(folder, name)).map(({ path, text }) => ({
            path,
            line: missingLine(piece, text),
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
