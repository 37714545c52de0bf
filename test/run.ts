/**
 * `npm test`: the inner circle on Node and in Chromium. `npm test PATH…`: the tests that concern these files or folders, and no other.
 * `npm test node | elements | flows [PATH…]`: only those. `npm run test:engines [firefox,webkit] …`: the same in other engines. What begins with
 * a dash is for the runner, `--watch` too. Ends with the line `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { chooseTests } from './runner/choose-tests.ts';
import { resetRecord } from './runner/record.ts';
import { conclude, innerSuitesIn, runSuites } from './runner/run-suites.ts';
import { ENGINES } from './support/engines.ts';
import type { Engine } from './support/engines.ts';
import { findBrowser } from './support/find-browser.ts';
import { SUITES } from './suites.ts';
import type { Runner, Suite } from './suites.ts';

const RUNNERS: readonly string[] = ['node', 'elements', 'flows'] satisfies Runner[];

const words = process.argv.slice(2);
const isEngines = words[0] === '--engines';
if (isEngines) words.shift();
const engines = isEngines ? enginesOf(words) : (['chromium'] as const);
const runner = RUNNERS.includes(words[0] ?? '') ? (words.shift() as Runner) : undefined;
// What follows an option may be its value.
const firstOption = words.findIndex((word) => word.startsWith('-'));
const named = firstOption < 0 ? words : words.slice(0, firstOption);
const parameters = firstOption < 0 ? [] : words.slice(firstOption);

resetRecord();
const browser = findBrowser();
console.log(`Browser: ${browser.executablePath} (${browser.from})`);
const suites = engines.flatMap(suitesFor);
if (suites.length) conclude(await runSuites(suites, { parameters }));
else {
  console.log('No test concerns that.');
  process.exitCode = 1;
}

/** Takes the engines off the words; all of them where none is named. */
function enginesOf(words: string[]): readonly Engine[] {
  const wanted = words[0]?.split(',') as Engine[] | undefined;
  if (!wanted?.every((word) => ENGINES.includes(word))) return ENGINES;
  words.shift();
  return wanted;
}

function suitesFor(engine: Engine): Suite[] {
  const ours = (suite: Suite) => !runner || suite.runner === runner;
  if (!named.length) {
    if (!isEngines) return innerSuitesIn(SUITES, engine).filter(ours);
    // In full: what the table splits in two circles.
    return SUITES.filter((suite) => suite.engine === engine && !suite.tag && ours(suite));
  }
  const files = chosenFiles();
  // In another engine the suites of Chromium run there.
  return SUITES.filter((suite) => suite.engine === 'chromium' && ours(suite))
    .filter(({ runner: one }) => engine === 'chromium' || one === 'elements' || one === 'flows')
    .map((suite) => ({
      ...suite,
      engine,
      name: engine === 'chromium' ? suite.name : `${suite.name} in ${engine}`,
      files: suite.files.filter((file) => files.has(file)),
    }))
    .filter((suite) => suite.files.length);
}

/** The tests of paths that exist, and those whose path has a word in it, such as `hops`. */
function chosenFiles(): Set<string> {
  const chosen = chooseTests(named.filter((word) => existsSync(word)));
  for (const word of named.filter((one) => !existsSync(one)))
    for (const file of SUITES.flatMap((suite) => suite.files))
      if (file.includes(word)) chosen.push({ file, reason: `has "${word}" in its path` });
  for (const { file, reason } of chosen) console.log(`  ${file}: ${reason}`);
  return new Set(chosen.map(({ file }) => file));
}
