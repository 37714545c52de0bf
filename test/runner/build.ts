import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { appendRecords } from './record.ts';

/** What tests need of what is built: the browser's files, the whole package, or the documentation site. */
export type Product = 'browser' | 'package' | 'site';

/** What test files need. The first pattern that fits counts; all others run on the sources. */
const NEEDS: readonly (readonly [pattern: string, products: readonly Product[]])[] = [
  ['test/e2e/{playground,recipes,site}.spec.ts', ['browser', 'site']],
  // Their pages import the built entries, as those of a buyer do.
  ['test/frameworks/svelte/*.spec.ts', ['package']],
  ['test/**/*.spec.ts', ['browser']],
  ['test/node/check/**', ['browser']],
  ['test/site/**', ['package', 'site']],
  ['test/{build,examples,package,start-pages,testing}/**', ['package']],
  ['test/frameworks/*.test.ts', ['package']],
];

interface Recipe {
  script: string;
  /** Patterns of what it is made of. */
  inputs: readonly string[];
  /** A file that is there once it is built. */
  output: string;
}

const CONFIGURATION = ['package-lock.json', 'vite.config.ts', 'build/**/*'];

const RECIPES: Record<Product, Recipe> = {
  browser: {
    script: 'build:browser',
    inputs: [...CONFIGURATION, 'src/{browser,protocol}/**/*.ts'],
    output: 'dist/vaultlink-all.js',
  },
  package: {
    script: 'build',
    inputs: [...CONFIGURATION, 'package.json', 'src/**/*'],
    output: 'dist/node/cli.js',
  },
  site: {
    script: 'docs:build',
    inputs: [
      ...['package.json', 'src/**/*', 'docs/**/*', 'examples/**/*', 'demo/club/backend.ts'],
      ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'README.md'],
    ],
    output: 'docs/site/dist/index.html',
  },
};

/** What was built last, and of what. */
const STAMPS = '.cache/built.json';

/** Returns what test files need, in the order in which it is built. */
export function productsFor(files: readonly string[]): Product[] {
  const needed = new Set(
    files.flatMap((file) => NEEDS.find(([pattern]) => matchesGlob(file, pattern))?.[1] ?? []),
  );
  // The package has the browser's files in it.
  if (needed.has('package')) needed.delete('browser');
  return (['browser', 'package', 'site'] as const).filter((product) => needed.has(product));
}

/**
 * Builds what is not up to date.
 *
 * @returns the scripts that failed
 */
export function build(products: readonly Product[]): string[] {
  return products.filter((product) => !isBuilt(product)).flatMap(buildOne);
}

function buildOne(product: Product): string[] {
  const { script } = RECIPES[product];
  // Taken before, so that what changes meanwhile is built again.
  const stamp = stampOf(product);
  console.log(`\n— npm run ${script} —`);
  const startedAtMs = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  const seconds = (performance.now() - startedAtMs) / 1000;
  const verdict = status === 0 ? 'passed' : 'failed';
  appendRecords([
    { kind: 'step', name: script, seconds },
    { kind: 'test', suite: 'build', file: '', title: script, verdict },
  ]);
  if (status !== 0) return [script];
  // The package has the browser's files in it.
  const also = product === 'package' ? { browser: stampOf('browser') } : {};
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMPS, JSON.stringify({ ...readStamps(), ...also, [product]: stamp }));
  return [];
}

const isBuilt = (product: Product) =>
  existsSync(RECIPES[product].output) && readStamps()[product] === stampOf(product);

function readStamps(): Partial<Record<Product, string>> {
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8')) as Partial<Record<Product, string>>;
  } catch {
    return {};
  }
}

/** Changes with the name, size and time of each file that a product is made of. */
function stampOf(product: Product): string {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/.astro/**'];
  const files = globSync([...RECIPES[product].inputs], { exclude }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
