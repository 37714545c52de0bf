import { isPacketId } from '../../protocol/index.ts';
import { readEnvironment, type BackendSettings } from '../config/environment.ts';
import { counted, countedAs } from '../counted.ts';
import { assertReadableStore } from '../stores/kept-store.ts';
import type { PushSummary, Refusal } from '../push/push-file.ts';
import type { Sender, SenderRun } from '../push/sender.ts';
import { ArgumentsError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { linePrinter, type CommandContext } from './context.ts';
import { OUTAGE_OPTIONS, OUTAGE_OPTIONS_USAGE, outageTimeoutMsOf } from './outage-options.ts';
import { QUEUE_OPTIONS, QUEUE_OPTIONS_USAGE, queueChoiceOf } from './queue-options.ts';

const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 1000;

/** Default number of lines in the queue at a time. */
const DEFAULT_QUEUED = 1000;

const USAGE = `Usage: vaultlink push --packet ID [OPTION]... answers.ndjson

Pushes answers into the vaults of connected users. Each line of the file is one
push:

  {"subject": "ada", "answers": {"question": "answer", "other question": null}}

The subject is the name of the user in VAULTLINK_SUBJECT_HEADER when they connected.
The command reads the variables of "vaultlink serve", and you can run it while the
backend runs.

  --packet ID        the packet to push to
  --concurrency N    number of concurrent pushes (default: ${DEFAULT_CONCURRENCY}). Lines of one
                     subject may arrive in any order
  --results FILE     the file for the result of each line (default:
                     answers.results.ndjson)
  --retry-failed     sends lines again that have failed
  --queue            lets "vaultlink worker" send the lines, on any number of
                     machines. --concurrency is then the number of lines in the
                     queue at a time (default: ${DEFAULT_QUEUED})
${QUEUE_OPTIONS_USAGE}${OUTAGE_OPTIONS_USAGE}
The command checks every line before it sends the first one. You can stop it at any
time: run it again, and it continues where it stopped. It sends a line twice only if
it cannot know whether the line arrived; the result of that line says "repeated".
Ctrl-C waits for requests in flight. A second Ctrl-C stops immediately.

The exit code is 0 if the service accepted all lines, 1 if some failed, 2 if you must
correct something before more lines can be sent, and 130 or 143 if it was stopped.
`;

/** `vaultlink push` */
export const push: Command = {
  synopsis: 'push --packet ID FILE',
  summary: ['pushes the answers in a file, a line for each user;', 'can be stopped and resumed'],
  usage: USAGE,
  options: {
    packet: { type: 'string' },
    concurrency: { type: 'string' },
    results: { type: 'string' },
    'retry-failed': { type: 'boolean' },
    queue: { type: 'boolean' },
    ...QUEUE_OPTIONS,
    ...OUTAGE_OPTIONS,
  },
  positionals: 1,
  async run({ values, positionals: [path] }, context) {
    const { env, stdout, stderr } = context;
    const warn = linePrinter(stderr);
    const { packet, results, queue = false } = values;
    const { concurrency = String(queue ? DEFAULT_QUEUED : DEFAULT_CONCURRENCY) } = values;
    if (path === undefined) throw new ArgumentsError('The file of answers is missing.');
    if (packet === undefined) throw new ArgumentsError('--packet is missing.');
    if (!isPacketId(packet))
      throw new ArgumentsError('--packet must contain only letters, digits, "_" and "-".');
    const count = /^\d+$/.test(String(concurrency)) ? Number(concurrency) : NaN;
    if (!(count >= 1 && count <= MAX_CONCURRENCY)) {
      throw new ArgumentsError(`--concurrency must be a number from 1 to ${MAX_CONCURRENCY}.`);
    }
    const choice = queueChoiceOf(values);
    if (!queue && (choice.name ?? choice.prefix) !== undefined) {
      throw new ArgumentsError('--queue-name and --queue-prefix require --queue.');
    }
    // Imported here, so that other commands do not load these modules.
    const { pushFile } = await import('../push/push-file.ts');
    const { createProgress } = await import('../push/progress.ts');
    const settings = readEnvironment(env);
    if (!queue) assertReadableStore(settings.store);
    const outageTimeoutMs = outageTimeoutMsOf(values);
    const openWorkers = queue ? await workersOf(settings, choice, warn) : undefined;
    const resultsPath = typeof results === 'string' ? results : resultsPathOf(path);
    const stop = stopOnSignal(context);
    const summary = await pushFile({
      path,
      resultsPath,
      packetId: packet,
      service: settings.bff.service.baseUrl,
      concurrency: count,
      retryFailed: values['retry-failed'] === true,
      namesSubjects: settings.bff.subjectPrivacy !== 'hash',
      openBackend:
        openWorkers ??
        (async () =>
          (await import('../open-backend.ts')).openBackend(settings, {
            onKeyProblem: warn,
          })),
      outageTimeoutMs,
      signal: stop.signal,
      say: warn,
      progress: createProgress(stderr),
    });
    linePrinter(stdout)(sentencesOf(summary, resultsPath).join('\n'));
    const { refusal } = summary;
    if (refusal) warn(refusedSentence(refusal, packet, queue));
    if (refusal?.by === 'client') return 2;
    return stop.exitCode() ?? (summary.failed || refusal ? 1 : 0);
  },
};

/**
 * Returns a function that opens a queue as the sender.
 *
 * @throws VaultError `configuration_error` if no queue is configured
 */
async function workersOf(
  settings: BackendSettings,
  choice: ReturnType<typeof queueChoiceOf>,
  warn: (sentence: string) => void,
): Promise<(run: SenderRun) => Promise<Sender>> {
  const { openQueue } = await import('../worker/queue.ts');
  const { queueAddressOf } = await import('../worker/queue-address.ts');
  const { createJobSeals } = await import('../worker/job-seals.ts');
  const { sendByQueue } = await import('../worker/send-by-queue.ts');
  const address = queueAddressOf(settings, choice);
  return async (run) => {
    const queue = await openQueue(address, warn);
    return sendByQueue(queue, createJobSeals(settings.bff), run);
  };
}

/** Returns the default results path: `answers.results.ndjson` for `answers.ndjson`. */
const resultsPathOf = (path: string) =>
  `${path.replace(/\.(ndjson|jsonl|json)$/i, '')}.results.ndjson`;

/** Aborts a signal on the first SIGINT or SIGTERM, which determines the exit code. A second one ends the process immediately. */
function stopOnSignal({ signals, stderr, exit }: CommandContext) {
  const stop = new AbortController();
  let exitCode: number | undefined;
  const onSignal = (code: number) => () => {
    if (stop.signal.aborted) {
      exit(code);
      return;
    }
    exitCode = code;
    stderr.write('\nStopping after the requests in flight have finished.\n');
    stop.abort();
  };
  signals.on('SIGINT', onSignal(130));
  signals.on('SIGTERM', onSignal(143));
  return { signal: stop.signal, exitCode: () => exitCode };
}

function refusedSentence(
  { by, error: { message, status } }: Refusal,
  packet: string,
  queue: unknown,
): string {
  const where = queue ? ' of the workers' : '';
  // The service's text may quote an answer, and what a command prints is often kept in a log.
  const answer = `status ${status}; the results have its message`;
  switch (by) {
    case 'client':
      return `The service issues no token for any user (${answer}). Check VAULTLINK_CLIENT_ID, VAULTLINK_CLIENT_SECRET and VAULTLINK_BASE_URL${where}.`;
    case 'service':
      return `Stopped: ${message} Check VAULTLINK_BASE_URL and the VAULTLINK_CLIENT_… variables${where}. Run the command again when the service accepts tokens.`;
    case 'packet':
      return `Stopped: the service refuses packet ${packet} for every user so far (${answer}). Check --packet, and that the packet was created from this client.`;
  }
}

function sentencesOf({ lines, ok, failed, left, repeated }: PushSummary, path: string): string[] {
  const was = ok === 1 ? 'was' : 'were';
  const their = repeated === 1 ? 'its result says' : 'their results say';
  return [
    `${counted(ok)} of ${countedAs(lines, 'line')} ${was} accepted, ${counted(failed)} failed.`,
    ...(left
      ? [`${countedAs(left, 'line remains', 'lines remain')}. Run the command again to continue.`]
      : []),
    ...(repeated
      ? [`${counted(repeated)} may have been sent more than once: ${their} "repeated".`]
      : []),
    ...(failed && !left
      ? ['To send the failed lines again, run the command with --retry-failed.']
      : []),
    `Results: ${path}`,
  ];
}
