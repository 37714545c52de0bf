import { counted, countedAs } from '../counted.ts';
import { readEnvironment } from '../config/environment.ts';
import { assertReadableStore } from '../stores/kept-store.ts';
import { JOB_FAILURES, type JobFailure } from '../worker/job.ts';
import type { Work } from '../worker/work.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { createEnding, linePrinter } from './context.ts';
import { OUTAGE_OPTIONS, OUTAGE_OPTIONS_USAGE, outageTimeoutMsOf } from './outage-options.ts';
import { QUEUE_OPTIONS, QUEUE_OPTIONS_USAGE, queueChoiceOf } from './queue-options.ts';

const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 1000;

const DEFAULT_LOST_AFTER_SECONDS = 30;
const MAX_LOST_AFTER_SECONDS = 3600;

/** Interval of the worker's progress reports. */
const REPORT_INTERVAL_MS = 10_000;

const USAGE = `Usage: vaultlink worker [OPTION]...

Sends the lines that "vaultlink push --queue" adds to the queue. You can run any
number of workers on any number of machines, and start and stop them at any time. If
the service asks one worker to wait, all workers wait.

It reads the variables of "vaultlink serve". The queue is in the Redis of
VAULTLINK_QUEUE or VAULTLINK_STORE, and its lines are sealed with VAULTLINK_KEYS.
Two more packages are needed: npm install bullmq ioredis.

  --concurrency N         number of concurrent pushes (default: ${DEFAULT_CONCURRENCY})
  --lost-after SECONDS    a worker without a sign of life for this time counts as lost:
                          another worker sends its lines again, and their results say
                          "repeated" (default: ${DEFAULT_LOST_AFTER_SECONDS}). Use the same for all workers
${QUEUE_OPTIONS_USAGE}${OUTAGE_OPTIONS_USAGE}
If the worker cannot read a line, it moves the line to the list of failed lines and
continues with the others. "vaultlink queue" shows the list.

On SIGTERM or Ctrl-C, the worker waits for requests in flight and leaves all other
lines to other workers.
`;

/** `vaultlink worker` */
export const worker: Command = {
  synopsis: 'worker [--concurrency N]',
  summary: [
    'sends the lines in the queue of "vaultlink push --queue";',
    'you can run any number of workers',
  ],
  usage: USAGE,
  options: {
    concurrency: { type: 'string' },
    'lost-after': { type: 'string' },
    ...QUEUE_OPTIONS,
    ...OUTAGE_OPTIONS,
  },
  async run({ values }, context) {
    const [print, warn] = [linePrinter(context.stdout), linePrinter(context.stderr)];
    const concurrency = numberOf(values, 'concurrency', DEFAULT_CONCURRENCY, MAX_CONCURRENCY);
    const lostAfterSeconds = numberOf(
      values,
      'lost-after',
      DEFAULT_LOST_AFTER_SECONDS,
      MAX_LOST_AFTER_SECONDS,
    );
    const choice = queueChoiceOf(values);
    const outageTimeoutMs = outageTimeoutMsOf(values);
    const settings = readEnvironment(context.env);
    assertReadableStore(settings.store);
    // Imported here, so that other commands do not load these modules.
    const { openBackend } = await import('../open-backend.ts');
    const { createJobSeals } = await import('../worker/job-seals.ts');
    const { openQueue } = await import('../worker/queue.ts');
    const { queueAddressOf } = await import('../worker/queue-address.ts');
    const { startWork } = await import('../worker/work.ts');
    const queue = await openQueue(queueAddressOf(settings, choice), warn);
    const bff = await openBackend(settings, { onKeyProblem: warn }).catch(
      async (error: unknown) => {
        await queue.close();
        throw error;
      },
    );
    const work = await startWork({
      queue,
      bff,
      seals: createJobSeals(settings.bff),
      concurrency,
      lostAfterMs: lostAfterSeconds * 1000,
      outageTimeoutMs,
      onOutage: (isOutage) => {
        warn(isOutage ? OUTAGE_BEGINS : OUTAGE_ENDS);
      },
      onUnreadable: (failure) => {
        warn(unreadableSentence(failure));
      },
      onMisconfigured: () => {
        warn(MISCONFIGURED);
        ending.begin(2);
      },
    });
    const reporter = startReports(work, print);
    const ending = createEnding(context, async () => {
      await work.stop();
      reporter.end();
      await bff.close();
      await queue.close();
    });
    print(`taking lines, ${concurrency} at a time`);
    return ending.exitCode;
  },
};

const OUTAGE_BEGINS =
  'The service refuses the token of every user, even new tokens. The worker pauses and retries one line from time to time.';

const OUTAGE_ENDS = 'The service accepts tokens again.';

const MISCONFIGURED =
  'Stopping: this worker could not open any of its first lines. Check its VAULTLINK_KEYS, VAULTLINK_DEPLOYMENT_ID and VAULTLINK_BASE_URL.';

const unreadableSentence = (failure: JobFailure) =>
  `A line in the queue cannot be read. ${JOB_FAILURES[failure]} The line is now in the list of failed lines (see "vaultlink queue list"). This worker continues with the other lines.`;

/** @throws ArgumentsError if an option is not a valid number */
function numberOf(
  values: Readonly<Record<string, unknown>>,
  name: string,
  byDefault: number,
  most: number,
): number {
  const value = values[name] ?? String(byDefault);
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  if (number >= 1 && number <= most) return number;
  throw new ArgumentsError(`--${name} must be a number from 1 to ${most}.`);
}

/** Prints the progress of a worker from time to time and at the end. */
function startReports({ counts }: Work, print: (sentence: string) => void) {
  let done = 0;
  let sinceMs = performance.now();
  const total = () => counts.ok + counts.failed;
  const sentence = () =>
    `${countedAs(counts.ok, 'line was', 'lines were')} accepted, ${counted(counts.failed)} failed`;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const rate = ((total() - done) / (nowMs - sinceMs)) * 1000;
    if (total() > done) print(`${sentence()}, ${counted(Math.round(rate))}/s`);
    done = total();
    sinceMs = nowMs;
  }, REPORT_INTERVAL_MS);
  return {
    end() {
      clearInterval(timer);
      const unread = counts.unreadable ? `, ${counted(counts.unreadable)} could not be read` : '';
      print(`stopped: ${sentence()}, ${counted(counts.givenBack)} left to others${unread}`);
    },
  };
}
