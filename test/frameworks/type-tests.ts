/**
 * The type tests of the frameworks, `test/frameworks/types/<name>`, checked against the package as it is installed.
 *
 * Each folder has right uses of the elements, and wrong ones. A comment with `expect-error` is before each line that is wrong.
 *
 * @module
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../support/pack.ts';

const run = promisify(execFile);

const FOLDER = 'test/frameworks/types';

/** How long a checker may take on a slow machine. */
const TIMEOUT_MS = 240_000;

/** A folder of type tests, and what checks it. */
export interface TypeTest {
  /** Name of the folder. */
  folder: string;
  /** The checker, below `node_modules`, and its parameters. */
  command: readonly string[];
  /** The file of the wrong uses. One is `completed` where `complete` would be right. */
  wrong: string;
  /** Whether the checker takes the comments for directives: it is silent about these errors, and reports a comment without an error. */
  hasDirectives: boolean;
}

/** A folder in which the package is installed, beside copies of the type tests. */
export interface Consumer {
  folder: string;
  remove(): void;
}

/** Copies the files that would be published, and the type tests, into a folder below which the frameworks are found. */
export async function installForTypes(): Promise<Consumer> {
  mkdirSync('.cache', { recursive: true });
  const folder = resolve(mkdtempSync('.cache/types-'));
  const installed = join(folder, 'node_modules/vaultlink');
  mkdirSync(installed, { recursive: true });
  const packed = packPackage();
  await run('tar', ['-xzf', packed.archive, '-C', installed, '--strip-components=1']);
  packed.remove();
  cpSync(FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** The name that the copy of the wrong uses gets in which the outcome is right. */
const mendedName = (wrong: string) => wrong.replace(/^(w)rong/i, '$1ithOneRight');

/** Adds a copy of the wrong uses in which the outcome is right, and returns what the checker should report then: `file:line`. */
export function mendOneUse(consumer: Consumer, { folder, wrong, hasDirectives }: TypeTest) {
  const source = readFileSync(join(consumer.folder, folder, wrong), 'utf8');
  const lines = source.split('\n');
  const mended = mendedName(wrong);
  const mendedSource = source.replaceAll('completed', 'complete');
  writeFileSync(join(consumer.folder, folder, mended), mendedSource);
  const mendedLine = lines.findIndex((line) => line.includes('completed')) + 1;
  if (hasDirectives) return [`${mended}:${mendedLine - 1}`];
  const wrongLines = lines.flatMap((line, index) =>
    line.includes('expect-error') ? index + 2 : [],
  );
  return [
    ...wrongLines.map((line) => `${wrong}:${line}`),
    ...wrongLines.filter((line) => line !== mendedLine).map((line) => `${mended}:${line}`),
  ];
}

/** A line of tsc, vue-tsc or ngc; one of svelte-check. */
const ERRORS = [
  /^(?<path>[^\s(:]+)[(:](?<line>\d+)[,:]\d+\)?(?::| -) error/,
  /^\d+ .*"ERROR","filename":"(?<path>[^"]+)","start":\{"line":(?<lineFromZero>\d+)/,
];

/** Runs a checker, and returns what it has reported: `file:line`, or the text of what is no error of a line. */
export async function reportedErrors(
  { folder }: Consumer,
  { command: [program = '', ...parameters] }: TypeTest,
): Promise<string[]> {
  const output = await run(process.execPath, [resolve('node_modules', program), ...parameters], {
    cwd: folder,
    timeout: TIMEOUT_MS,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  const isNote = (line: string) => /^(\s|$)|^\d+ (START|COMPLETED)/.test(line);
  return `${output.stdout}\n${output.stderr}`
    .split('\n')
    .filter((line) => !isNote(line))
    .map((line) => {
      const found = ERRORS.map((pattern) => pattern.exec(line)?.groups).find((groups) => groups);
      if (!found) return line;
      const number = found.line ?? Number(found.lineFromZero) + 1;
      return `${found.path?.split('/').pop()}:${number}`;
    });
}
