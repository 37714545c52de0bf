import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installFolder } from '../../build/install-folder.ts';
import { PACKAGES_OF_ENTRIES, packagesOf } from '../../src/node/packages.ts';
import { runtimePathsOf } from '../audit/lockfile.ts';
import type { Lockfile } from '../audit/lockfile.ts';
import { compile } from './built.ts';
import { DEPENDENCIES, installPackage } from './packed.ts';
import type { InstalledPackage } from './packed.ts';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};

/** The entries with types: what a program imports. Elements stand for their pattern. */
const ENTRIES = Object.entries(exports)
  .filter(([, target]) => typeof target !== 'string')
  .map(([path]) => path.slice('./'.length).replace('*', 'vault-push'));

/** Runs a program in a project, without what would change how Node or npm works. */
function run(project: string, parameters: readonly string[], userAgent?: string) {
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, parameters, {
    cwd: project,
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH, ...(userAgent && { npm_config_user_agent: userAgent }) },
  });
}

const evaluate = (project: string, type: 'module' | 'commonjs', code: string) =>
  run(project, [`--input-type=${type}`, '--eval', code]);

before(compile);

describe('npm install vaultlink', () => {
  it('downloads what a page needs, and of a server only what parses addresses', () => {
    const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
    const root = { ...lockfile.packages[''], peerDependencies: {} };
    const paths = runtimePathsOf({ packages: { ...lockfile.packages, '': root } });
    assert.deepEqual(
      [...paths].map((path) => path.replace('node_modules/', '')).sort(),
      DEPENDENCIES,
    );
  });
});

describe('A project with the package alone', () => {
  let installed: InstalledPackage;
  const cli = (...parameters: string[]) =>
    run(installed.project, ['node_modules/vaultlink/dist/node/cli.js', ...parameters]);

  before(() => void (installed = installPackage()));
  after(() => installed.remove());

  it('can import every entry that needs nothing else', () => {
    for (const entry of ENTRIES.filter((one) => !(one in PACKAGES_OF_ENTRIES))) {
      const { status, stderr } = evaluate(
        installed.project,
        'module',
        `await import('vaultlink/${entry}')`,
      );
      assert.deepEqual([status, stderr], [0, ''], entry);
    }
  });

  it('is told by Node which package an entry needs', () => {
    for (const [entry, packages] of Object.entries(PACKAGES_OF_ENTRIES)) {
      const { status, stderr } = evaluate(
        installed.project,
        'module',
        `await import('vaultlink/${entry}')`,
      );
      assert.equal(status, 1, entry);
      const [, name = ''] = /Cannot find package '([^']+)'/.exec(stderr) ?? [];
      assert((packages as readonly string[]).includes(name), stderr);
    }
  });

  for (const command of [
    'serve',
    'push',
    'worker',
    'queue',
    'outcomes',
    'doctor',
    'reseal',
    'sandbox',
  ]) {
    it(`is told by "vaultlink ${command}" all that it needs, with code 2, and can read its --help`, () => {
      const help = cli(command, '--help');
      assert.deepEqual([help.status, help.stderr], [0, '']);
      const { status, stdout, stderr } = cli(command);
      assert.deepEqual([status, stdout], [2, '']);
      for (const need of packagesOf(command, { store: 'sqlite' }))
        assert.match(stderr, new RegExp(`npm install .*${[need].flat()[0]}@\\d`));
      assert.doesNotMatch(stderr, /npx/);
    });
  }

  it('is told of the driver of the store that the environment names, too', () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['node_modules/vaultlink/dist/node/cli.js', 'migrate'],
      {
        cwd: installed.project,
        encoding: 'utf8',
        env: { VAULTLINK_STORE: 'postgres://db.example/x', npm_config_user_agent: 'pnpm/10.1.0' },
      },
    );
    assert.equal(status, 2);
    assert.match(stderr, /not installed: pg \(or postgres\)\.[^]* pnpm add pg@8\n/);
  });
});

/** Entries that have types alone. */
const TYPES_ALONE = ['preact', 'solid', 'solid-2'];

/** Those that a project can have side by side: Solid 1 and Solid 2 are one package. */
const TYPED_ENTRIES = ENTRIES.filter((entry) => entry !== 'solid-2');

/** What the types of the frameworks' entries name, and what links Angular's. */
const OF_FRAMEWORKS = [...['@angular/compiler', '@types/react', 'preact', 'rxjs', 'solid-js']];

describe('A project with a backend', () => {
  let installed: InstalledPackage;
  const peers = [...new Set(Object.values(PACKAGES_OF_ENTRIES).flat())];
  before(() => void (installed = installPackage([...peers, ...OF_FRAMEWORKS, '@types/node'])));
  after(() => installed.remove());

  it('can require() every entry', () => {
    const requires = ENTRIES.map(
      (entry) => `console.log('${entry}', Object.keys(require('vaultlink/${entry}')).length > 0);`,
    );
    // Angular's own compiler links its components while an app is built.
    const code = [`require('@angular/compiler');`, ...requires].join('\n');
    const { status, stdout, stderr } = evaluate(installed.project, 'commonjs', code);
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(
      stdout.trim().split('\n'),
      ENTRIES.map((entry) => `${entry} ${!TYPES_ALONE.includes(entry)}`),
    );
  });

  for (const [what, file, options] of [
    ['bundler', 'app.ts', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', 'app.mts', { module: 'nodenext' }],
    ['nodenext in a CommonJS file', 'app.cts', { module: 'nodenext' }],
  ] as const) {
    it(`gets types for every entry from TypeScript with ${what}`, () => {
      const { project } = installed;
      const names = TYPED_ENTRIES.map(
        (entry, index) => `import * as entry${index} from 'vaultlink/${entry}';`,
      );
      const uses = `
        import { captureEndlink } from 'vaultlink/endlink';
        captureEndlink({ baseUrl: 'https://service.example' });
        // @ts-expect-error not a URL
        captureEndlink({ baseUrl: 1 });
        export const entries = [${TYPED_ENTRIES.map((_, index) => `entry${index}`).join()}];`;
      writeFileSync(join(project, file), `${names.join('\n')}${uses}`);
      const compilerOptions = {
        ...options,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: ['node'],
        strict: true,
        noEmit: true,
        // Once is enough for the declarations themselves, which are the same for all.
        skipLibCheck: what !== 'bundler',
      };
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: [file] }),
      );
      const { stdout } = run(project, [resolve('node_modules/typescript/bin/tsc'), '-p', '.']);
      assert.equal(stdout, '');
    });
  }

  it('has no entry whose types are wrong, as "Are the types wrong?" sees them', () => {
    installFolder('test/package');
    const parameters = [
      resolve('test/package/node_modules/@arethetypeswrong/cli/dist/index.js'),
      installed.archive,
      ...['--format', 'json', '--entrypoints', ...ENTRIES],
      // Without `moduleResolution: node10`, which does not know `exports`.
      ...['--profile', 'node16'],
      // Node.js can require an ES module, which every entry is; docs/package.md says from which version on.
      ...['--ignore-rules', 'cjs-resolves-to-esm'],
    ];
    const { status, stdout, stderr } = run(installed.project, parameters);
    assert.deepEqual([status, stderr], [0, ''], stdout);
  });
});
