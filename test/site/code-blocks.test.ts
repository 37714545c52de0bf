import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { mistakesInHtml, mistakesInJson, mistakesInScript } from './code-mistakes.ts';
import { mistakesInShell, mistakesInTypes } from './code-mistakes.ts';
import { blocksOf, sources } from './markdown.ts';
import type { CodeBlock } from './markdown.ts';

const blocks = sources
  .filter(({ path }) => path.startsWith('docs/'))
  .flatMap(({ path, markdown }) => blocksOf(path, markdown));

const inLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

/** The pages of frameworks and backends quote files of the examples, which are built and run. */
const isQuoted = ({ path }: CodeBlock) => /^docs\/(frameworks|backends)\//.test(path);
const isWritten = (block: CodeBlock) => !isQuoted(block);

const placed = (block: CodeBlock, mistakes: string[]) =>
  mistakes.map((mistake) => `${block.place}, ${mistake}`);

const scriptsIn = (file: string): string[] =>
  existsSync(file)
    ? Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }).scripts ?? {})
    : [];

/** Returns the scripts of `npm run` where the block is typed: in this repository, or in the example of the page. */
const scriptsOf = ({ path }: CodeBlock) => [
  ...scriptsIn('package.json'),
  ...['frameworks', 'backends'].flatMap((kind) =>
    scriptsIn(`examples/${kind}/${basename(path, '.md')}/package.json`),
  ),
];

const helps = new Map<string, string | undefined>();

function helpOf(command: string): string | undefined {
  if (!helps.has(command)) {
    const parameters = ['--conditions=vaultlink-source', 'src/node/cli.ts', command, '--help'];
    const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    helps.set(command, status === 0 ? stdout : undefined);
  }
  return helps.get(command);
}

describe('The blocks of code in the docs', () => {
  it('name their language', () => {
    const nameless = blocks.filter(({ language }) => !language).map(({ place }) => place);
    assert.deepEqual(nameless, []);
  });

  it('can be parsed where they are JavaScript or TypeScript', () => {
    const mistakes = inLanguage('js', 'jsx', 'ts', 'tsx', 'mjs')
      .filter(isWritten)
      .flatMap((block) => placed(block, mistakesInScript(block.code, block.language)));
    assert.deepEqual(mistakes, []);
  });

  it('use what the package exports, with the options that it has', () => {
    const using = inLanguage('js', 'jsx', 'ts', 'tsx').filter(
      (block) => isWritten(block) && /from '(vaultlink\/)/.test(block.code),
    );
    assert.ok(using.length > 5);
    assert.deepEqual(mistakesInTypes(using), []);
  });

  it('can be parsed where they are JSON', () => {
    const mistakes = inLanguage('json')
      .filter(isWritten)
      .flatMap((block) => placed(block, mistakesInJson(block.code)));
    assert.deepEqual(mistakes, []);
  });

  it('are HTML without a mistake where they are HTML', () => {
    const mistakes = inLanguage('html').flatMap((block) =>
      placed(block, mistakesInHtml(block.code)),
    );
    assert.deepEqual(mistakes, []);
  });

  it('run scripts and commands that exist', () => {
    const mistakes = inLanguage('sh', 'bash').flatMap((block) =>
      placed(block, mistakesInShell(block.code, scriptsOf(block), helpOf)),
    );
    assert.ok(helps.size > 2);
    assert.deepEqual(mistakes, []);
  });
});

describe('The check of the blocks of code', () => {
  it('finds what is not HTML', () => {
    assert.deepEqual(mistakesInHtml('<p>One</p>\n<a b="c"d><input></a>\n<div><b>two</div>'), [
      'line 2: missing-whitespace-between-attributes',
      'line 3: <b> is not closed',
    ]);
  });

  it('finds an export, an option and a value that the package does not have', () => {
    const code = [
      "import { captureEndlnk } from 'vaultlink/endlink';",
      "import { reportOutcome } from 'vaultlink/endlink';",
      "import { createVaultBff } from 'vaultlink/bff';",
      "void reportOutcome('completed');",
      'createVaultBff({ orign: "https://panel.example" });',
    ];
    const mistakes = mistakesInTypes([{ place: 'a.md:1', language: 'ts', code: code.join('\n') }]);
    assert.deepEqual(
      mistakes.map((mistake) => /^a\.md:1, line (\d)/.exec(mistake)?.[1]),
      ['1', '4', '5'],
    );
  });

  it('finds a script, a command and an option that do not exist', () => {
    const code = 'npm run docs\nnpm run dox # no\nnpx vaultlink serv\nnpx vaultlink serve --prt 3';
    assert.deepEqual(
      mistakesInShell(code, ['docs'], (command) => (command === 'serve' ? '--port' : undefined)),
      ['no script "dox"', 'no command "vaultlink serv"', '"serve" has no --prt'],
    );
  });

  it('finds what is neither a program nor JSON', () => {
    assert.notDeepEqual(mistakesInScript('const = 3;', 'js'), []);
    assert.notDeepEqual(mistakesInJson('{ a: 1 }'), []);
  });
});
