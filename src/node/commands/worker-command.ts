import { counted, countedAs } from '../counted.ts';
import { readEnvironment } from '../config/environment.ts';
import { assertKept } from '../stores/kept-store.ts';
import { JOB_FAILURES } from '../worker/job.ts';
import type { JobFailure } from '../worker/job.ts';
import type { Work } from '../worker/work.ts';
import { endWith, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { OUTAGE_OPTIONS, OUTAGE_OPTIONS_USAGE, outageTimeoutMsOf } from './outage-options.ts';
import { QUEUE_OPTIONS, QUEUE_OPTIONS_USAGE, queueChoiceOf } from './queue-options.ts';

const DEFAULT_CONCURRENCY = 8;
const MOST_CONCURRENCY = 1000;

const DEFAULT_LOST_AFTER_SECONDS = 30;
const LONGEST_LOST_AFTER_SECONDS = 3600;

/** How often a worker says how far it is, where there is news. */
const REPORT_INTERVAL_MS = 10_000;

const USAGE = `Usage: vaultlink worker [OPTION]...

Sends the lines that "vaultlink push --queue" puts into the queue, on this machine
and on as many others as there are: any number of workers, which may come and go.
Where the service asks one of them to wait, all of them wait.

It reads the variables of "vaultlink serve". The queue is in the Redis that
VAULTLINK_QUEUE or VAULTLINK_STORE leads to; it needs two packages beside this one:
npm install bullmq ioredis. What stands there is sealed with VAULTLINK_KEYS.

  --concurrency N         so many at a time (default: ${DEFAULT_CONCURRENCY})
  --lost-after SECONDS    a worker that was not heard of for so long has ended: another
                          sends its lines again, and their results say "repeated"
                          (default: ${DEFAULT_LOST_AFTER_SECONDS}); the same for all workers
${QUEUE_OPTIONS_USAGE}${OUTAGE_OPTIONS_USAGE}
A line that it cannot read goes into the list of failed lines, which "vaultlink queue"
shows; the worker goes on with the others.

SIGTERM or Ctrl-C lets what is under way come to its end, and leaves the rest to others.
`;

/** `vaultlink worker` */
export const worker: Command = {
  synopsis: 'worker [--concurrency N]',
  summary: [
    'sends what "vaultlink push --queue" puts into a queue,',
    'beside any number of others',
  ],
  usage: USAGE,
  options: {
    concurrency: { type: 'string' },
    'lost-after': { type: 'string' },
    ...QUEUE_OPTIONS,
    ...OUTAGE_OPTIONS,
  },
  async run({ values }) {
    const concurrency = numberOf(values, 'concurrency', DEFAULT_CONCURRENCY, MOST_CONCURRENCY);
    const lostAfterSeconds = numberOf(
      values,
      'lost-after',
      DEFAULT_LOST_AFTER_SECONDS,
      LONGEST_LOST_AFTER_SECONDS,
    );
    const choice = queueChoiceOf(values, USAGE);
    const outageTimeoutMs = outageTimeoutMsOf(values, USAGE);
    const settings = readEnvironment(process.env);
    assertKept(settings.store);
    // Other commands go without them.
    const { openBackend } = await import('../open-backend.ts');
    const { createJobSeals } = await import('../worker/job-seals.ts');
    const { openQueue } = await import('../worker/queue.ts');
    const { queueAddressOf } = await import('../worker/queue-address.ts');
    const { startWork } = await import('../worker/work.ts');
    const queue = await openQueue(queueAddressOf(settings, choice));
    const bff = await openBackend(settings, { onKeyProblem: console.error }).catch(
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
      onOutage,
      onUnreadable,
      onMisconfigured,
    });
    const reporter = reportOf(work);
    console.log(`taking lines, ${concurrency} at a time`);

    let ending: Promise<void> | undefined;
    const end = () => (ending ??= close());
    async function close(): Promise<void> {
      await work.stop();
      reporter.end();
      await bff.close();
      await queue.close();
    }
    function onMisconfigured(): void {
      if (ending) return;
      console.error(
        'Stopping: this worker has opened none of its first lines, so its settings seem wrong.',
      );
      process.exitCode = 2;
      void end().then(() => process.exit());
    }
    endWith(end);
  },
};

function onOutage(isOutage: boolean): void {
  console.error(
    isOutage
      ? 'The service refuses the token of every user, new ones too: pausing, and trying one line from time to time.'
      : 'The service takes tokens again.',
  );
}

function onUnreadable(failure: JobFailure): void {
  console.error(
    `A line in the queue cannot be read. ${JOB_FAILURES[failure]} The line is in the list of failed lines now ("vaultlink queue list"); this worker goes on.`,
  );
}

/** @throws UsageError where an option is no such number */
function numberOf(
  values: Readonly<Record<string, unknown>>,
  name: string,
  byDefault: number,
  most: number,
): number {
  const value = values[name] ?? String(byDefault);
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(`--${name} must be a number from 1 to ${most}.\n\n${USAGE}`);
}

/** Says in a line what a worker has done: from time to time, and at its end. */
function reportOf({ counts }: Work) {
  let done = 0;
  let sinceMs = performance.now();
  const total = () => counts.ok + counts.failed;
  const sentence = () =>
    `${countedAs(counts.ok, 'line was', 'lines were')} taken, ${counted(counts.failed)} failed`;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const rate = ((total() - done) / (nowMs - sinceMs)) * 1000;
    if (total() > done) console.log(`${sentence()}, ${counted(Math.round(rate))}/s`);
    done = total();
    sinceMs = nowMs;
  }, REPORT_INTERVAL_MS);
  return {
    end() {
      clearInterval(timer);
      const unread = counts.unreadable ? `, ${counted(counts.unreadable)} could not be read` : '';
      console.log(`stopped: ${sentence()}, ${counted(counts.givenBack)} left to others${unread}`);
    },
  };
}
