import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What the registry had on this day is installed, so that a commit that has passed passes again although the examples have ranges and no lockfile. Move
 * it on to try the examples with what has been published since.
 */
const REGISTRY_DAY = '2026-11-20';

/** How long an installation may take on a slow machine. */
const TIMEOUT_MS = 240_000;

/** Where installed packages are kept, an archive each. It may be deleted at any time. */
const CACHE = '.cache/examples';

/** What is installed. */
interface Installation {
  /** Where the example is in the repository, such as `examples/backends/next`. */
  source: string;
  /** Path of the packed package. */
  archive: string;
  /** The example's package.json as it is in the repository. */
  text: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Installs the packages of an example, and the packed package. Where the same packages were installed before, they are unpacked from the cache; the packed
 * package itself always is the one that is given.
 */
export async function installPackages(
  folder: string,
  { source, archive, text, env }: Installation,
): Promise<void> {
  const { stdout: manifest } = await run('tar', ['-xzOf', archive, 'package/package.json']);
  const parts = [text, manifest, REGISTRY_DAY, process.version, process.platform, process.arch];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  const name = source.split('/').slice(1).join('-');
  const cached = join(CACHE, `${name}-${hash}.tar`);
  const vaultlink = join(folder, 'node_modules/vaultlink');

  if (existsSync(cached)) {
    await run('tar', ['-xf', cached, '-C', folder]);
    rmSync(vaultlink, { recursive: true });
    mkdirSync(vaultlink);
    await run('tar', ['-xzf', archive, '-C', vaultlink, '--strip-components=1']);
    return;
  }

  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
  const options = { cwd: folder, env, timeout: TIMEOUT_MS };
  await run('npm', ['install', ...quiet, `--before=${REGISTRY_DAY}`], options);

  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${cached}.${process.pid}`;
  await run('tar', ['-cf', unfinished, '-C', folder, 'node_modules']);
  const older = readdirSync(CACHE).filter(
    (file) => file.replace(/[0-9a-f]{16}\.tar$/, '') === `${name}-`,
  );
  for (const file of older) rmSync(join(CACHE, file));
  renameSync(unfinished, cached);
}
