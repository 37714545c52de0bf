import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { installFolder } from '../../build/install-folder.ts';

const SECRETLINT = 'test/audit/node_modules/secretlint/bin/secretlint.js';
const RULES = 'test/audit/.secretlintrc.json';

/** What it says of one: file, line and rule are repeated, what it found is not. */
const LINE = /^(.+):(\d+):\d+: .* > ([^\]]+)\]$/gm;

/** Secrets of our own, which no general rule knows; never matched by a name alone. */
const OURS: readonly (readonly [RegExp, string])[] = [
  [/VAULTLINK_(?:CLIENT_SECRET|KEYS)=["']?[\w+/:=.-]{12}/, 'a value of a VAULTLINK_ secret'],
  // 32 bytes in Base64 behind an id, as VAULTLINK_KEYS has them.
  [/\b[\w-]+:[\w+/]{43}=/, 'a key that seals grants'],
];

/** Every file that git tracks; `undefined` where there is no git to ask, as in an export. */
export function trackedFiles(): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  // A file that is deleted may be tracked still.
  return status === 0 ? stdout.split('\0').filter((file) => file && existsSync(file)) : undefined;
}

/** Looks for secrets in files: a sentence for each that has one. It never repeats the secret. */
export function secretsIn(files: readonly string[]): string[] {
  if (!files.length) return [];
  installFolder('test/audit');
  const options = ['--secretlintrc', RULES, '--no-glob', '--format', 'unix'];
  const parameters = [SECRETLINT, ...options, ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  const general = [...stdout.matchAll(LINE)].map(
    ([, file = '', line, rule]) => `${relative('', file)}:${line}: ${rule}`,
  );
  if (status !== (general.length ? 1 : 0)) throw new Error(`secretlint failed: ${stderr}`);
  const ours = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      OURS.filter(([pattern]) => pattern.test(line)).map(
        ([, what]) => `${file}:${index + 1}: ${what}`,
      ),
    );
  });
  return [...general, ...ours];
}
