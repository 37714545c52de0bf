import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PACKAGES_OF_ENTRIES } from '../../src/node/packages.ts';
import { compile } from './built.ts';
import { ENTRY_USES } from './entry-uses.ts';
import type { EntryUse } from './entry-uses.ts';
import { installPackage } from './packed.ts';
import type { InstalledPackage } from './packed.ts';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types?: string }>;
};

/** Packages whose types the types of an entry name. */
const OF_TYPES = ['@types/node', '@types/react', 'preact', 'rxjs', 'solid-js', '@solidjs/web'];

const RESOLUTIONS = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  node16: { module: 'node16', moduleResolution: 'node16' },
};

before(compile);

describe('An entry that is imported alone', () => {
  let installed: InstalledPackage;
  const peers = Object.values(PACKAGES_OF_ENTRIES).flat();
  before(() => void (installed = installPackage([...new Set([...peers, ...OF_TYPES])])));
  after(() => installed.remove());

  /** Compiles a program that imports one entry, and returns the errors. */
  const compileUse = (entry: string, { names, code, isOfServer }: EntryUse, options: object) => {
    const folder = join(installed.project, `use-of-${entry.replace('/', '-')}`);
    mkdirSync(folder, { recursive: true });
    const from = names ? `{ ${names} } from ` : '';
    writeFileSync(join(folder, 'page.mts'), `import ${from}'vaultlink/${entry}';${code}`);
    const compilerOptions = {
      ...options,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: isOfServer ? ['node'] : [],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    const config = { compilerOptions, files: ['page.mts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = resolve('node_modules/typescript-7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    // `@solidjs/web` needs version 2 of `solid-js`, and this project has the first.
    return stdout.replace(/^node_modules\/@solidjs\/web\/.*\n/gm, '');
  };

  it('is each entry of the package that has types', () => {
    const typed = Object.entries(exports)
      .filter(([, target]) => typeof target !== 'string')
      .map(([path]) => path.slice('./'.length));
    const elements = readFileSync('src/browser/elements/define.ts', 'utf8').matchAll(
      /'\.\/define\/([\w-]+)\.ts'/g,
    );
    const names = [...new Set([...elements].map(([, name]) => `elements/${name}`))];
    const expected = typed.flatMap((path) => (path === 'elements/*' ? names : [path]));
    assert.equal(names.length, 3);
    assert.deepEqual(Object.keys(ENTRY_USES).sort(), expected.sort());
  });

  it('has a use that fails to compile where the types miss', () => {
    for (const [entry, { code }] of Object.entries(ENTRY_USES))
      assert.match(code, /@ts-expect-error/, entry);
  });

  for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
    for (const [entry, use] of Object.entries(ENTRY_USES)) {
      it(`brings the types of all that it defines, and refuses a wrong use: vaultlink/${entry} with ${resolution}`, () => {
        assert.equal(compileUse(entry, use, options), '');
      });
    }
  }
});
