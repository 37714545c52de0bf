/**
 * Looks after what is not ours, and what must not be in here: `npm run audit`. Advisories where the registry tells them; hashes, sources,
 * licences and install scripts in the lockfile of the root and of each folder with packages of its own; secrets in every file. Ends with a line
 * that says what was looked at, and exit code 1 where something was found.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { advisories } from './audit/advisories.ts';
import { countsOf, findingsIn, lockfiles, runtimeNamesOf } from './audit/lockfile.ts';
import type { Lockfile, Manifest } from './audit/lockfile.ts';
import { secretsIn, trackedFiles } from './audit/secrets.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const told = (findings: readonly string[]) => findings.length || 'none';

/** Prints what was looked at for a lockfile, and returns what was found. */
function auditLockfile(path: string): string[] {
  const folder = dirname(path);
  const lockfile = read(path) as Lockfile;
  const known = advisories(runtimeNamesOf(lockfile), folder);
  const locked = findingsIn(lockfile, read(join(folder, 'package.json')) as Manifest);
  const { all, runtime } = countsOf(lockfile);
  console.log(
    `${path}: ${all} packages, ${runtime} of them at runtime. Findings: ${told(locked)}.`,
    known.unanswered
      ? `Advisories: not asked for, the registry says "${known.unanswered}".`
      : `Advisories: ${told(known.findings)}.`,
  );
  return [...known.findings, ...locked].map((finding) => `${path}: ${finding}`);
}

const inLockfiles = lockfiles().flatMap(auditLockfile);
const files = trackedFiles();
const secrets = secretsIn(files ?? []);
console.log(
  files
    ? `Secrets: ${files.length} files. Findings: ${told(secrets)}.`
    : 'Secrets: not looked for, there is no git to say which files are tracked.',
);

const findings = [...inLockfiles, ...secrets];
for (const finding of findings) console.error(`- ${finding}`);
console.log(findings.length ? `Audit: ${findings.length} found.` : 'Audit: nothing found.');
process.exitCode = findings.length ? 1 : 0;
