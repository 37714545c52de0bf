import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installFolder } from '../../build/install-folder.ts';
import { BROWSER_FILES, compile } from './built.ts';
import { installPackage } from './packed.ts';
import type { InstalledPackage } from './packed.ts';

/** Bytes at most; docs/package.md names them. */
const LARGEST = { archive: 1_330_000, unpacked: 4_600_000 };

describe('What npm publishes', () => {
  let published: InstalledPackage;
  let files: ReadonlySet<string>;
  const read = (path: string) =>
    readFileSync(join(published.project, 'node_modules/vaultlink', path), 'utf8');

  before(() => {
    compile();
    published = installPackage();
    files = new Set(published.files);
  });
  after(() => published.remove());

  it('is what runs, its types and the front papers', () => {
    const papers = [...files].filter((path) => !path.startsWith('dist/'));
    assert.deepEqual(papers, ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it('holds the modules and declarations that an entry or a command leads to, and no other', () => {
    const { exports, bin } = JSON.parse(read('package.json')) as {
      exports: Record<string, string | Record<string, string>>;
      bin: Record<string, string>;
    };
    const targets = [...Object.values(exports), bin]
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .map((path) => path.replace(/^\.\//, ''));
    const isEntry = (path: string) =>
      targets.some((target) => matchesGlob(path, target.replace('*', '**')));
    const entries = [...files].filter(isEntry);
    const reached = new Set(entries);
    for (const path of reached)
      if (/\.(js|d\.ts)$/.test(path) && !BROWSER_FILES.includes(path.slice('dist/'.length)))
        for (const [, specifier = ''] of read(path).matchAll(
          /(?:from|import) ?\(?['"](\.[^'"]+)/g,
        )) {
          const other = join(dirname(path), specifier);
          const file = path.endsWith('.d.ts') ? other.replace(/\.[jt]s$/, '.d.ts') : other;
          assert(files.has(file), `${path} needs ${file}`);
          reached.add(file);
        }
    assert(reached.size > entries.length);
    const expected = new Set([...reached, ...BROWSER_FILES.map((name) => `dist/${name}`)]);
    for (const path of files)
      if (/^dist\/.*\.(js|ts)$/.test(path)) assert(expected.has(path), `${path} is left over`);
  });

  it('has a map with its sources for each file of a page that is not a language, and no other', () => {
    const maps = [...files].filter((path) => path.endsWith('.map'));
    const minified = BROWSER_FILES.filter((name) => !name.includes('-language-'));
    assert.deepEqual(maps.sort(), minified.map((name) => `dist/${name}.map`).sort());
    for (const path of maps) {
      const { sources, sourcesContent } = JSON.parse(read(path)) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      assert.notEqual(sources.length, 0, path);
      sources.forEach((source, index) => {
        assert(sourcesContent?.[index], `${path} names ${source}`);
      });
    }
  });

  it('names no file that it lacks, in package.json, and no script', () => {
    const packageJson = read('package.json');
    assert.doesNotMatch(packageJson, /src\/|vaultlink-source|"scripts"/);
    const fields = JSON.parse(packageJson) as { name: string; exports: object; sideEffects: [] };
    assert.equal(fields.name, 'vaultlink');
    const original = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object };
    assert.deepEqual(Object.keys(fields.exports), Object.keys(original.exports));
  });

  it('is packed as the tools that will read it expect', () => {
    installFolder('test/package');
    const program = 'test/package/node_modules/publint/src/cli.js';
    const folder = join(published.project, 'node_modules/vaultlink');
    const parameters = [program, folder, '--level', 'suggestion', '--pack', 'false'];
    // In CI it prints in colour.
    const env = { ...process.env, NO_COLOR: '1' };
    const { stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8', env });
    assert.match(stdout, /^All good!$/m, stdout + stderr);
  });

  it('is no larger than the docs say', () => {
    const archive = statSync(published.archive).size;
    const unpacked = [...files]
      .map((path) => Buffer.byteLength(read(path)))
      .reduce((sum, one) => sum + one);
    assert(archive <= LARGEST.archive, `${archive} bytes`);
    assert(unpacked <= LARGEST.unpacked, `${unpacked} bytes`);
    const megabytes = (bytes: number) => `${bytes / 1e6} MB`;
    const text = readFileSync('docs/package.md', 'utf8');
    assert(text.includes(`at most ${megabytes(LARGEST.archive)}`));
    assert(text.includes(`${megabytes(LARGEST.unpacked)} unpacked`));
  });
});
