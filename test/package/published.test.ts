import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BROWSER_FILES, compile } from './built.ts';
import { installPackage } from './packed.ts';
import type { InstalledPackage } from './packed.ts';

/** Bytes at most; docs/package.md names them. */
const LARGEST = { archive: 2_600_000, unpacked: 9_900_000 };

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

  it('is what git tracks and what the build makes, and nothing else that lies about', () => {
    const { stdout } = spawnSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 });
    const tracked = new Set(stdout.split('\n'));
    for (const path of files) {
      assert.doesNotMatch(
        path,
        /^test\/|\.test\.ts$|\.tsbuildinfo$|(^|\/)\.env|^src\/.*tsconfig|\.zip$/,
      );
      if (!path.startsWith('dist/')) assert(tracked.has(path), path);
    }
  });

  it('holds of each module what is compiled, its types and its maps, and no module that is gone', () => {
    const modules = [...files].filter((path) => /^src\/.*(?<!\.d)\.ts$/.test(path));
    assert.notEqual(modules.length, 0);
    const compiled = modules.flatMap((path) => {
      const stem = path.replace(/^src/, 'dist').replace(/\.ts$/, '');
      return ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((end) => stem + end);
    });
    const built = BROWSER_FILES.flatMap((name) => [`dist/${name}`, `dist/${name}.map`]);
    const expected = new Set([...compiled, ...built]);
    for (const path of expected) assert(files.has(path), `${path} is missing`);
    for (const path of files)
      if (/^dist\/.*\.(js|ts|map)$/.test(path)) assert(expected.has(path), `${path} is left over`);
  });

  it('has maps whose sources are in the package, or in the map itself', () => {
    const maps = [...files].filter((path) => path.endsWith('.map'));
    for (const path of maps) {
      const { sources, sourceRoot, sourcesContent } = JSON.parse(read(path)) as {
        sources: string[];
        sourceRoot?: string;
        sourcesContent?: (string | null)[];
      };
      assert(!sourceRoot, path);
      assert.notEqual(sources.length, 0, path);
      sources.forEach((source, index) => {
        const target = posix.join(dirname(path), source);
        assert(files.has(target) || sourcesContent?.[index], `${path} names ${source}`);
      });
    }
  });

  it('has pages whose links lead to files of the package', () => {
    const pages = [...files].filter((path) => /^(docs\/.*|[^/]+)\.md$/.test(path));
    assert(pages.includes('README.md') && pages.includes('docs/package.md'));
    for (const page of pages) {
      const links = [...read(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)];
      for (const [, link = ''] of links) {
        const target = posix.join(dirname(page), link);
        // These pictures are for the site and the repository: they would double the package.
        if (target.startsWith('docs/images/console/') && existsSync(target)) continue;
        const isThere =
          files.has(target) || [...files].some((path) => path.startsWith(`${target}/`));
        assert(isThere, `${page} links to ${link}`);
      }
    }
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
