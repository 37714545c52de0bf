import { readFileSync } from 'node:fs';
import type { StoreSettings } from './config/environment.ts';

/** A package, or several alternatives; the first one is recommended. */
type Need = string | readonly string[];

/** The options that determine which further packages a command needs. */
interface Use {
  /** Kind of the store in `VAULTLINK_STORE`. */
  store?: StoreSettings['kind'] | undefined;
  /** Kind of the store in `VAULTLINK_OUTBOX`. */
  outbox?: StoreSettings['kind'] | undefined;
  /** Set if the push uses the queue. */
  queue?: boolean | undefined;
  /** Set if a signed assertion identifies the user. */
  assertion?: boolean | undefined;
}

/**
 * The packages that each entry point needs, besides the dependencies; the other entry points need none. They are optional peers: only operators of a
 * backend install them, not the users of the elements.
 */
export const PACKAGES_OF_ENTRIES = {
  angular: ['@angular/common', '@angular/core'],
  bff: ['@noble/hashes', 'hono', 'zod'],
  'bff/opentelemetry': ['@opentelemetry/api'],
  node: ['@hono/node-server', 'undici'],
  react: ['react'],
  sandbox: ['hono', 'jose', 'zod'],
  svelte: ['svelte'],
  'testing/playwright': ['@hono/node-server', '@playwright/test', 'hono', 'jose', 'zod'],
  'testing/sandbox': ['hono', 'jose', 'zod'],
  'testing/vitest': ['@hono/node-server', 'hono', 'jose', 'zod'],
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

const driverOf = ({ store, outbox }: Use) =>
  [store, outbox].flatMap((kind) => (kind ? DRIVERS[kind] : []));

/** The packages that each command needs. */
const PACKAGES_OF_COMMANDS: Readonly<Record<string, (use: Use) => readonly Need[]>> = {
  serve: (use) => [...bff, ...node, ...driverOf(use), ...(use.assertion ? ['jose'] : [])],
  push: (use) => ['cli-progress', ...bff, 'undici', ...driverOf(use), ...(use.queue ? QUEUE : [])],
  worker: (use) => [...bff, 'undici', ...driverOf(use), ...QUEUE],
  queue: () => QUEUE,
  outcomes: (use) => [...bff, 'undici', ...driverOf(use)],
  doctor: (use) => [...bff, ...driverOf(use)],
  migrate: driverOf,
  reseal: (use) => [...bff, ...driverOf(use)],
  check: () => ['playwright-core', ...sandbox],
  sandbox: () => ['@hono/node-server', ...sandbox],
};

/** Returns the packages that a command needs, without duplicates. */
export function packagesOf(command: string, use: Use): Need[] {
  return [...new Set(PACKAGES_OF_COMMANDS[command]?.(use))];
}

/** Returns the needs that no installed package satisfies. */
export const missingOf = (needs: readonly Need[], isThere = isInstalled): Need[] =>
  needs.filter((need) => ![need].flat().some((name) => isThere(name)));

/**
 * Returns instructions to install missing packages, for the package manager that runs the command.
 *
 * @param userAgent `npm_config_user_agent` of the environment. Default: npm's
 */
export function installAdvice(
  command: string,
  missing: readonly Need[],
  userAgent = 'npm/0',
): string {
  const versions = testedVersions();
  // Use the tested major version, because a later one may differ. The names need no quoting in a shell.
  const installable = missing
    .map((need) => [need].flat()[0] ?? '')
    .map((name) => `${name}@${versions[name]?.split('.')[0] ?? 'latest'}`);
  return `"vaultlink ${command}" needs packages that are not installed: ${missing.map(nameOf).join(', ')}.
Install them in your project:

  ${addCommandOf(userAgent)} ${installable.join(' ')}`;
}

/** Returns the command of a package manager to add packages. */
function addCommandOf(userAgent: string): string {
  const [manager = ''] = userAgent.split('/');
  return ['pnpm', 'yarn', 'bun'].includes(manager) ? `${manager} add` : 'npm install';
}

const nameOf = (need: Need) => {
  const [first = '', ...others] = [need].flat();
  return others.length ? `${first} (or ${others.join(', ')})` : first;
};

/** Returns the tested versions by package name. */
function testedVersions(): Readonly<Record<string, string>> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { devDependencies: Record<string, string> }).devDependencies;
}

/** Returns whether a package can be resolved from here. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    // A package without a main module fails with another code, but is installed.
    return (error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND';
  }
}
