import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { timeLimitMs } from '../support/fuzz.ts';
import { missingFor } from '../support/engines.ts';
import type { Suite } from '../suites.ts';
import { appendRecords, readRecord } from './record.ts';
import {
  deservesSecondTry,
  failedFilesOf,
  failedTitlesOf,
  judgeSuite,
  MAX_ERROR_LINES,
  secondTryOf,
} from './results.ts';
import type { Results } from './results.ts';
import { chooseWorkers } from './workers.ts';

/** How a suite is run. */
export interface RunOptions {
  /** For the runner of the suite, such as `--watch` or `-g popup`. */
  parameters?: readonly string[];
}

/** A suite may take this many times the limit of one test. A program that a test has left running ends with it. */
const MAX_IN_TEST_LIMITS = 18;

/** How a runner or a command ended. */
interface Ending {
  status: number | null;
  /** Of a command: the end of what it printed. */
  lastLines: string[];
}

/**
 * Runs a suite, and once more, alone, the tests that failed. A command is never run again: its cases are drawn by chance, so that a second try
 * shows nothing of the first. What it needs must be built.
 *
 * @param suite with the files to run
 */
export async function runSuite(
  suite: Suite,
  { parameters = [] }: RunOptions = {},
): Promise<Results> {
  const missing = missingFor(suite.engine);
  if (missing) {
    console.log(`\n— ${suite.name} —\n${missing} Nothing is tested in it.`);
    return { passed: 0, skipped: 0, failures: [], unsteady: [] };
  }
  const ending = await start(suite, suite.name, parameters);
  const { status } = ending;
  if (suite.runner === 'command') recordCommand(suite, ending);
  else if (deservesSecondTry(readRecord(), suite.name)) await startAgain(suite, parameters);
  const results = judgeSuite(readRecord(), suite.name);
  const { passed, failures, unsteady } = results;
  // A runner that failed without a failed test, or ran none, has failed as a whole.
  if ((status !== 0 && !failures.length && !unsteady.length) || !(passed + unsteady.length))
    failures.push(`${suite.name}: as a whole, see above`);
  return results;
}

/** Runs the flows of a suite that failed once more, with a trace; of the elements, which have no traces, the files; on Node the tests. */
async function startAgain(suite: Suite, parameters: readonly string[]): Promise<void> {
  const title = secondTryOf(suite.name);
  const record = readRecord();
  const files = failedFilesOf(record, suite.name);
  switch (suite.runner) {
    case 'flows':
      await start(suite, title, [...parameters, '--last-failed', '--workers=1', '--trace=on']);
      break;
    case 'elements':
      await start({ ...suite, files }, title, parameters);
      break;
    default: {
      const patterns = failedTitlesOf(record, suite.name).map(
        (name) => `--test-name-pattern=${RegExp.escape(name)}$`,
      );
      await start({ ...suite, files }, title, [...parameters, '--test-concurrency=1', ...patterns]);
    }
  }
}

async function start(suite: Suite, title: string, parameters: readonly string[]): Promise<Ending> {
  const workers = await workersOf(suite);
  const [program = '', ...words] = commandOf(suite, [...workers, ...parameters]);
  console.log(`\n— ${title} —`);
  const startedAtMs = performance.now();
  const isCommand = suite.runner === 'command';
  const running = spawn(program, words, {
    stdio: ['inherit', isCommand ? 'pipe' : 'inherit', 'inherit'],
    env: {
      ...process.env,
      ENGINE: suite.engine,
      TEST_SUITE: title,
      NODE_COMPILE_CACHE: '.cache/compiled',
    },
    timeout: MAX_IN_TEST_LIMITS * timeLimitMs(),
  });
  let printed = '';
  running.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    printed += text;
  });
  const [status] = (await once(running, 'close')) as [number | null];
  const seconds = (performance.now() - startedAtMs) / 1000;
  appendRecords([{ kind: 'step', name: title, seconds }]);
  console.log(
    `— ${title}: ${status === null ? 'stopped, since it took too long, after ' : ''}${seconds.toFixed(1)} s`,
  );
  return { status, lastLines: printed.trimEnd().split('\n').slice(-MAX_ERROR_LINES) };
}

/** Returns the parameter that says how many run at once. */
async function workersOf({ runner }: Suite): Promise<string[]> {
  switch (runner) {
    case 'flows':
      return [`--workers=${await chooseWorkers('flows')}`];
    case 'node':
      return [`--test-concurrency=${await chooseWorkers('node')}`];
    default:
      return [];
  }
}

function commandOf(
  { name, runner, files, tag, command = [] }: Suite,
  parameters: readonly string[],
): readonly string[] {
  switch (runner) {
    case 'node':
      return [
        'node',
        '--conditions=vaultlink-source',
        '--test',
        // A test that hangs fails, and holds nobody up.
        `--test-timeout=${timeLimitMs()}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=./test/runner/reporters/node.ts',
        '--test-reporter-destination=.cache/node-reporter',
        ...parameters,
        ...files,
      ];
    case 'elements':
      return ['wtr', '--static-logging', ...parameters, '--files', ...files];
    case 'flows':
      return [
        'playwright',
        'test',
        // Each suite keeps its own traces, and knows which of its flows failed.
        `--output=test-results/${name.replaceAll(' ', '-')}`,
        ...(tag ? [`--grep=${tag}`] : []),
        ...parameters,
        ...files,
      ];
    case 'command':
      return command;
  }
}

/** A command is one test: it passes with exit code 0. */
function recordCommand({ name, command = [] }: Suite, { status, lastLines }: Ending): void {
  const title = command.join(' ');
  const ending =
    status === 0
      ? ({ verdict: 'passed' } as const)
      : ({ verdict: 'failed', error: lastLines.join('\n') } as const);
  appendRecords([{ kind: 'test', suite: name, file: '', title, ...ending }]);
}
