import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { elementsOf, createManifest } from '../../build/manifest.ts';
import { markdownFiles } from './markdown-files.ts';

const readme = readFileSync('README.md', 'utf8');
const { exports, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, unknown>;
  scripts: Record<string, string>;
};

/** The text of the README and of all pages that a newcomer may copy from. */
const texts = markdownFiles().map((path) => [path, readFileSync(path, 'utf8')] as const);

describe('The README', () => {
  it('is short enough for a newcomer', () => {
    assert.ok(readme.split('\n').length <= 130);
  });

  it('has a small picture with a text in its place', () => {
    const [, alt = '', path = ''] = /!\[([^\]]*)\]\(([^)]+)\)/.exec(readme) ?? [];
    assert.ok(alt.length >= 80);
    assert.ok(statSync(path).size < 150_000);
  });

  it('names every element', () => {
    for (const { tagName } of elementsOf(createManifest()))
      assert.ok(readme.includes(`<${tagName}>`), tagName);
  });

  it('names only scripts that the package has', () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script ?? '');
    assert.ok(named.includes('demo'));
    for (const script of named) assert.ok(script in scripts, script);
  });
});

describe('The front papers', () => {
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
  const linesOf = (text: string) => text.trimEnd().split('\n').length;

  it('are short: the changelog of a first version, and what a contributor needs', () => {
    assert.ok(linesOf(readFileSync('CHANGELOG.md', 'utf8')) <= 60);
    assert.ok(linesOf(contributing) <= 150);
  });

  it('name the files that explain the whole, which one can read in an afternoon', () => {
    const [, list = ''] = /## The newcomer's afternoon\n([^]*?)\n## /.exec(contributing) ?? [];
    const files = [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
    assert.ok(files.length >= 10 && files.length <= 13);
    const lines = files.map((path) => linesOf(readFileSync(path, 'utf8')));
    assert.ok(lines.reduce((sum, one) => sum + one) <= 2200);
  });
});

describe('The README and the docs', () => {
  it('name only entries that the package has', () => {
    const named = texts.flatMap(([path, text]) =>
      [...text.matchAll(/from 'vaultlink(\/[\w/-]+)'/g)].map(([, entry]) => ({
        path,
        entry: `.${entry}`,
      })),
    );
    assert.ok(named.length >= 20);
    for (const { path, entry } of named) {
      const isThere = entry in exports || /^\.\/elements\/[\w-]+$/.test(entry);
      assert.ok(isThere, `${path} imports ${entry}`);
    }
  });

  it('have a backend that a build can import without its secrets', () => {
    const page = readFileSync('docs/backend.md', 'utf8');
    const [, code = ''] = /```js\n(import \{ createVaultBff \}[^]*?)```/.exec(page) ?? [];
    assert.match(code, /process\.env\.CLIENT_SECRET[^]*port: 3000/);
    const onFreePort = `${code.replace('port: 3000', 'port: 0')}\nprocess.exit();`;
    const parameters = ['--conditions=vaultlink-source', '--input-type=module', '--eval'];
    const { PATH } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [...parameters, onFreePort], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH },
    });
    assert.deepEqual([status, stderr], [0, '']);
  });
});
