import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  installAdvice,
  missingOf,
  PACKAGES_OF_ENTRIES,
  packagesOf,
} from '../../src/node/packages.ts';
import { importedPackages } from '../support/imported-packages.ts';

const { dependencies, peerDependencies, peerDependenciesMeta, exports } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
  exports: Record<string, string | { 'vaultlink-source': string }>;
};

/** Commands use it where it is installed, and go without it where it is not. */
const USED_WHERE_INSTALLED = '@opentelemetry/api';

const COMMANDS = readdirSync('src/node/commands').flatMap(
  (file) => /^(.*)-command\.ts$/.exec(file)?.[1] ?? [],
);

const installedByUsers = (entry: string) =>
  [...importedPackages(entry).keys()].filter((name) => !(name in dependencies));

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('The packages that a user installs beside this one', () => {
  for (const command of COMMANDS) {
    it(`are, for "vaultlink ${command}", those that its modules import`, () => {
      const kinds = ['memory', 'sqlite', 'redis', 'postgres'] as const;
      const listed = kinds.flatMap((store) =>
        packagesOf(command, { store, queue: true, assertion: true }).flat(),
      );
      const imported = installedByUsers(`src/node/commands/${command}-command.ts`);
      assert.deepEqual(
        sorted(listed),
        sorted(imported.filter((name) => name !== USED_WHERE_INSTALLED)),
      );
    });
  }

  for (const [path, target] of Object.entries(exports)) {
    if (typeof target === 'string' || path.includes('*')) continue;
    const entry = path.slice('./'.length);
    it(`are, for vaultlink/${entry}, those that its modules import`, () => {
      const listed: Readonly<Record<string, readonly string[]>> = PACKAGES_OF_ENTRIES;
      assert.deepEqual(
        sorted(listed[entry] ?? []),
        sorted(installedByUsers(target['vaultlink-source']).filter((name) => name !== 'vaultlink')),
      );
    });
  }

  it('are none for what "vaultlink --help" loads of the backend', () => {
    assert.deepEqual(installedByUsers('src/bff/operating.ts'), []);
  });

  it('are optional peers with a lowest version and no highest, since a page may have another one', () => {
    for (const command of COMMANDS) {
      const needs = packagesOf(command, { store: 'postgres', queue: true });
      for (const name of [...needs, ...Object.values(PACKAGES_OF_ENTRIES).flat()].flat()) {
        assert.match(peerDependencies[name] ?? '', /^>=[\d.]+( <2)?$/, name);
        assert.deepEqual(peerDependenciesMeta[name], { optional: true }, name);
      }
    }
  });

  it('are missing where neither the package nor another one that does is there', () => {
    const needs = ['hono', ['pg', 'postgres'], 'zod'];
    const there = new Set(['postgres', 'zod']);
    assert.deepEqual(
      missingOf(needs, (name) => there.has(name)),
      ['hono'],
    );
    assert.deepEqual(
      missingOf(needs, () => false),
      needs,
    );
  });
});

describe('The advice how to install them', () => {
  const advice = (userAgent?: string) =>
    installAdvice('queue', ['hono', 'bullmq', ['ioredis', 'redis']], userAgent);

  it('names all that are missing, and installs them in one command with the versions that work', () => {
    assert.equal(
      advice(),
      `"vaultlink queue" needs packages that are not installed: hono, bullmq, ioredis (or redis).
Install them in your project:

  npm install hono@4 bullmq@6 ioredis@6`,
    );
  });

  for (const [userAgent, add] of [
    ['npm/11.6.2 node/v24.21.0 linux x64 workspaces/false', 'npm install'],
    ['pnpm/10.1.0 npm/? node/v24.21.0 linux x64', 'pnpm add'],
    ['yarn/4.6.0 npm/? node/v24.21.0 linux x64', 'yarn add'],
    ['bun/1.4.5 npm/? node/v24.21.0 linux x64', 'bun add'],
  ] as const) {
    it(`is in the words of ${userAgent.split(' ')[0]}`, () => {
      const lines = advice(userAgent).split('\n');
      assert(lines.includes(`  ${add} hono@4 bullmq@6 ioredis@6`), advice(userAgent));
    });
  }
});
