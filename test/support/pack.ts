import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What `npm pack` reads and runs. */
const FILES = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist'];
const SCRIPTS = ['build/published-package.ts', 'build/unreached-files.ts'];

/** The package as it is published. */
export interface PackedPackage {
  /** Path of the archive. */
  archive: string;
  remove(): void;
}

/** Packs the package as it is published, from a copy: `npm pack` changes `package.json` while it runs. */
export function packPackage(): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-packed-'));
  const copy = join(folder, 'copy');
  for (const file of FILES) cpSync(file, join(copy, file), { recursive: true });
  mkdirSync(join(copy, 'build'));
  for (const script of SCRIPTS) cpSync(script, join(copy, script));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy, stdio: 'pipe' });
  rmSync(copy, { recursive: true });
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  return { archive, remove: () => rmSync(folder, { recursive: true }) };
}
