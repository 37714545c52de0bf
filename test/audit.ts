/**
 * Looks after what is not ours, and what must not be in here: `npm run audit`. Advisories where the registry tells them; hashes, sources,
 * licences and install scripts in the lockfile; secrets in every file. Ends with a line that says what was looked at, and exit code 1 where
 * something was found.
 */
import { readFileSync } from 'node:fs';
import { advisories } from './audit/advisories.ts';
import { countsOf, findingsIn, runtimeNamesOf } from './audit/lockfile.ts';
import type { Lockfile, Manifest } from './audit/lockfile.ts';
import { secretsIn, trackedFiles } from './audit/secrets.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const lockfile = read('package-lock.json') as Lockfile;
const files = trackedFiles();

const known = advisories(runtimeNamesOf(lockfile));
const locked = findingsIn(lockfile, read('package.json') as Manifest);
const secrets = secretsIn(files ?? []);

const { all, runtime } = countsOf(lockfile);
const told = (findings: readonly string[]) => findings.length || 'none';
console.log(
  known.unanswered
    ? `Advisories: not asked for, the registry says "${known.unanswered}".`
    : `Advisories: ${told(known.findings)}.`,
);
console.log(`Lockfile: ${all} packages, ${runtime} of them at runtime. Findings: ${told(locked)}.`);
console.log(
  files
    ? `Secrets: ${files.length} files. Findings: ${told(secrets)}.`
    : 'Secrets: not looked for, there is no git to say which files are tracked.',
);

const findings = [...known.findings, ...locked, ...secrets];
for (const finding of findings) console.error(`- ${finding}`);
console.log(findings.length ? `Audit: ${findings.length} found.` : 'Audit: nothing found.');
process.exitCode = findings.length ? 1 : 0;
