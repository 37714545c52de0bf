import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { packPackage } from '../support/pack.ts';

/** The package as a user has it once it is installed. */
export interface InstalledPackage {
  /** Path of the archive that npm publishes. */
  archive: string;
  /** A project with the package in it, its dependencies, and what else was asked for. */
  project: string;
  /** Paths of the files in the package, sorted. */
  files: readonly string[];
  remove(): void;
}

/** Packs the package as it is published, and installs it in an empty project: it, its dependencies and `others`. Nothing is downloaded. */
export function installPackage(others: readonly string[] = []): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-installed-'));
  const packed = packPackage();
  const project = join(folder, 'project');
  const installed = join(project, 'node_modules/vaultlink');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packed.archive, '-C', installed, '--strip-components=1']);
  for (const name of [...DEPENDENCIES, ...others]) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1))
    .sort();
  const remove = () => {
    packed.remove();
    rmSync(folder, { recursive: true });
  };
  return { archive: packed.archive, project, files, remove };
}

/** What `npm install vaultlink` downloads besides: a test compares it with the lockfile. */
export const DEPENDENCIES = [
  '@lit-labs/ssr-dom-shim',
  '@lit/reactive-element',
  'ipaddr.js',
  'oauth4webapi',
];
