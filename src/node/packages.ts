import { readFileSync } from 'node:fs';
import type { StoreSettings } from './config/environment.ts';

/** A package, or several of which one is enough: the first is the one to install. */
type Need = string | readonly string[];

/** What decides which packages a command needs besides those that it always needs. */
interface Use {
  /** The kind of store that `VAULTLINK_STORE` names. */
  store?: StoreSettings['kind'] | undefined;
  /** Whether the lines of a push go through the queue. */
  queue?: boolean | undefined;
}

/**
 * What each entry of this package needs besides the dependencies of it. The others need nothing. A page's user installs none of these: they are optional
 * peers, and whoever runs a backend installs them.
 */
export const PACKAGES_OF_ENTRIES = {
  angular: ['@angular/common', '@angular/core'],
  bff: ['@noble/hashes', 'hono', 'zod'],
  'bff/opentelemetry': ['@opentelemetry/api'],
  node: ['@hono/node-server', '@noble/hashes', 'hono', 'undici', 'zod'],
  react: ['react'],
  sandbox: ['hono', 'jose', 'zod'],
  svelte: ['svelte'],
  'testing/sandbox': ['hono', 'jose', 'zod'],
  vue: ['vue'],
} as const satisfies Record<string, readonly string[]>;

const REDIS = ['ioredis', 'redis'];

const DRIVERS: Readonly<Record<StoreSettings['kind'], readonly Need[]>> = {
  memory: [],
  sqlite: [],
  redis: [REDIS],
  postgres: [['pg', 'postgres']],
};

const QUEUE: readonly Need[] = ['bullmq', REDIS];

const { bff, node, sandbox } = PACKAGES_OF_ENTRIES;

const driverOf = ({ store }: Use) => (store ? DRIVERS[store] : []);

/** What each command needs, by its name. */
const PACKAGES_OF_COMMANDS: Readonly<Record<string, (use: Use) => readonly Need[]>> = {
  serve: (use) => [...node, ...driverOf(use)],
  push: (use) => ['cli-progress', ...bff, 'undici', ...driverOf(use), ...(use.queue ? QUEUE : [])],
  worker: (use) => [...bff, 'undici', ...driverOf(use), ...QUEUE],
  queue: () => QUEUE,
  doctor: (use) => [...bff, 'undici', ...driverOf(use)],
  migrate: driverOf,
  reseal: (use) => [...bff, ...driverOf(use)],
  sandbox: () => ['@hono/node-server', ...sandbox],
};

/** What a command needs that its user installs beside this package, without doubles. */
export function packagesOf(command: string, use: Use): Need[] {
  return [...new Set(PACKAGES_OF_COMMANDS[command]?.(use))];
}

/** Those of `needs` that are not met here. */
export const missingOf = (needs: readonly Need[], isThere = isInstalled): Need[] =>
  needs.filter((need) => ![need].flat().some((name) => isThere(name)));

/**
 * How to install what a command lacks, in the words of the package manager that runs it.
 *
 * @param userAgent `npm_config_user_agent` of the environment. Default: npm's
 */
export function installAdvice(
  command: string,
  missing: readonly Need[],
  userAgent = 'npm/0',
): string {
  const versions = testedVersions();
  // Of the tested major version: a later one may be another library. Shells take no part of it for anything else.
  const installable = missing
    .map((need) => [need].flat()[0] ?? '')
    .map((name) => `${name}@${versions[name]?.split('.')[0] ?? 'latest'}`);
  const { add, run } = commandsOf(userAgent, ['vaultlink', ...installable]);
  return `"vaultlink ${command}" needs packages that are not installed here: ${missing.map(nameOf).join(', ')}.
Install them beside vaultlink:

  ${add} ${installable.join(' ')}

Or try it without a project:

  ${run} vaultlink ${command}`;
}

/** How a package manager adds packages, and how it runs a command with packages that no project has. Yarn's first version can only add them. */
function commandsOf(userAgent: string, packages: readonly string[]): { add: string; run: string } {
  const each = (option: string) => packages.map((name) => `${option}${name}`).join(' ');
  const npx = `npx ${each('-p ')}`;
  if (userAgent.startsWith('pnpm/'))
    return { add: 'pnpm add', run: `pnpm ${each('--package=')} dlx` };
  if (userAgent.startsWith('yarn/1.')) return { add: 'yarn add', run: npx };
  if (userAgent.startsWith('yarn/')) return { add: 'yarn add', run: `yarn dlx ${each('-p ')}` };
  if (userAgent.startsWith('bun/')) return { add: 'bun add', run: npx };
  return { add: 'npm install', run: npx };
}

const nameOf = (need: Need) => {
  const [first = '', ...others] = [need].flat();
  return others.length ? `${first} (or ${others.join(', ')})` : first;
};

/** The versions that this package was tested with, by the names of packages. */
function testedVersions(): Readonly<Record<string, string>> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { devDependencies: Record<string, string> }).devDependencies;
}

/** Whether a module of this package finds it. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    // A package without a main module is there, too.
    return (error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND';
  }
}
