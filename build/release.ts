/**
 * `npm run release`: checks that this commit can be published, and shows what would be. `npm run release -- --publish` publishes it. With provenance, npm
 * asks for a build service that vouches for the commit, so publishing works there alone; who may publish is for the environment to say.
 *
 * @see https://docs.npmjs.com/generating-provenance-statements
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { VERSION } from '../src/browser/version.ts';

/** What decides whether a commit can be published. */
export interface Candidate {
  /** Of `package.json`. */
  version: string;
  lockfileVersion: string;
  /** Of `src/browser/version.ts`, which the script tag asks for its parts by. */
  tagVersion: string;
  changelog: string;
  /** What `git status --porcelain` prints. */
  changes: string;
  /** Of `package.json`: provenance is compared with it. */
  repository?: unknown;
}

/**
 * Lists what has to be mended before a commit is published: a sentence each.
 *
 * @param publishes whether it is to be published, and not only shown
 */
export function findingsOf(candidate: Candidate, publishes: boolean): string[] {
  const { version, lockfileVersion, tagVersion, changelog, changes, repository } = candidate;
  const sections = changelog.split(/^## /m).slice(1);
  const newest = sections.find((section) => !section.startsWith('Unreleased')) ?? '';
  const [, newestVersion, isUnreleased] = /^\[?([^\s\],]+)\]?(, unreleased)?/.exec(newest) ?? [];
  const unreleased = sections.find((section) => section.startsWith('Unreleased')) ?? '';
  return [
    changes && `There are changes that are not committed:\n${changes.trimEnd()}`,
    lockfileVersion !== version &&
      `package-lock.json has version ${lockfileVersion}, not ${version}.`,
    tagVersion !== version && `src/browser/version.ts has version ${tagVersion}, not ${version}.`,
    newestVersion !== version && `The newest version in CHANGELOG.md is not ${version}.`,
    publishes && isUnreleased && `CHANGELOG.md calls ${version} unreleased.`,
    /^- /m.test(unreleased) && 'CHANGELOG.md has lines under "Unreleased".',
    publishes &&
      !repository &&
      'package.json has no "repository": npm compares it with where the build service took the commit from.',
  ].filter((finding) => typeof finding === 'string' && finding !== '') as string[];
}

/** Lists the commands in the order in which they run. What fails ends the release. */
export const commandsOf = (publishes: boolean): string[][] => [
  ['npm', 'ci'],
  ['npm', 'run', 'check'],
  ['npm', 'run', 'check:outer'],
  ['npm', 'run', 'audit'],
  ['npm', 'run', 'build'],
  ['npm', 'test'],
  ['npm', 'publish', '--provenance', '--access', 'public', ...(publishes ? [] : ['--dry-run'])],
];

function release(publishes: boolean): void {
  const read = (file: string) => readFileSync(file, 'utf8');
  const { version, repository } = JSON.parse(read('package.json')) as Candidate;
  const { version: lockfileVersion } = JSON.parse(read('package-lock.json')) as Candidate;
  const changes = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout;
  const changelog = read('CHANGELOG.md');
  const candidate = { version, repository, lockfileVersion, tagVersion: VERSION };
  const findings = findingsOf({ ...candidate, changelog, changes }, publishes);
  for (const finding of findings) console.error(`- ${finding}`);
  process.exitCode = findings.length ? 1 : 0;
  if (findings.length) return;

  // What an earlier version has left behind must not be published.
  for (const path of ['dist', ...globSync('.cache/*.tsbuildinfo')])
    rmSync(path, { recursive: true, force: true });
  for (const [program = '', ...parameters] of commandsOf(publishes)) {
    console.log(`\n— ${[program, ...parameters].join(' ')} —`);
    const { status } = spawnSync(program, parameters, { stdio: 'inherit' });
    if (status !== 0) {
      process.exitCode = 1;
      return;
    }
  }
}

if (import.meta.main) release(process.argv.includes('--publish'));
