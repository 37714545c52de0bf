import { createHash } from 'node:crypto';
import { access, constants, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { VaultError } from '../../protocol/index.ts';
import { checkInput, openInput, type CheckedInput, type Input } from './input.ts';
import { createLineStates, type LineCounts, type LineStates } from './line-states.ts';
import { linesToSend } from './lines-to-send.ts';
import { lock, realPathOf } from './lock.ts';
import { watchForUnknownPacket } from './packet-refusal.ts';
import type { Progress } from './progress.ts';
import { openResults } from './results-file.ts';
import type { LineResult, ResultsFile, ResultsHeader } from './results-file.ts';
import type { HaltedBy, LineSent, Sender, SenderRun } from './sender.ts';

/** Options of {@link pushFile}. */
export interface PushFileOptions {
  path: string;
  resultsPath: string;
  packetId: string;
  /** URL of the service. */
  service: string;
  concurrency: number;
  /** Sends lines again that failed in an earlier run. */
  retryFailed: boolean;
  /** Writes the subject of each line into the results. The line number identifies it too. */
  namesSubjects: boolean;
  /** Opens the sender, which is the backend or a queue, after every line has been checked. */
  openBackend: (run: SenderRun) => Promise<Sender>;
  /** When aborted, no further line is sent, but requests in flight finish. */
  signal: AbortSignal;
  /** Milliseconds to wait while the service refuses every token. Default: that of `pushMany`. */
  outageTimeoutMs?: number | undefined;
  /** Prints a sentence when no progress is shown. */
  say: (sentence: string) => void;
  /** Starts a progress display. */
  progress: (title: string, unit: string, total: number) => Progress;
}

/** The result of a run. */
export interface PushSummary extends LineCounts {
  /** Number of lines in the file. */
  lines: number;
  /** Number of lines without a result. */
  left: number;
  refusal?: Refusal;
}

/** Reason why the run stopped early: the service would have refused every other line too. */
export interface Refusal {
  by: HaltedBy | 'packet';
  /** The service's error. */
  error: VaultError;
}

const OUTAGE =
  'The service refuses the token of every user, even new tokens. The run pauses and retries one line from time to time.';
const OUTAGE_IS_OVER = 'The service accepts tokens again. The run continues.';

/** Limits for the service's messages that are stored for a refused line. */
const MAX_MESSAGES = 20;
const MAX_MESSAGE_LENGTH = 1000;

/**
 * Pushes every line of an answers file that has no result from an earlier run.
 *
 * @throws VaultError `invalid_request` or `validation_failed` before anything is sent, and the errors of {@link PushFileOptions.openBackend}
 * @throws the write error of the results file
 */
export async function pushFile(options: PushFileOptions): Promise<PushSummary> {
  const { path, resultsPath, progress } = options;
  const input = await openInput(path);
  try {
    await assertOther(path, resultsPath);
    await assertWritable(resultsPath);
    const checking = progress('Checking', 'bytes', input.bytes);
    const checked = await checkInput(input, checking.update).finally(checking.end);
    const unlock = await lock(resultsPath);
    try {
      return await pushChecked(options, input, checked);
    } finally {
      unlock();
    }
  } finally {
    await input.file.close();
  }
}

async function pushChecked(
  options: PushFileOptions,
  input: Input,
  { identity, lines, lastLine }: CheckedInput,
): Promise<PushSummary> {
  const { resultsPath, packetId, service } = options;
  const states = createLineStates(lastLine);
  const unwritable = new AbortController();
  const header: ResultsHeader = {
    ...{ vaultlink: 'push results', version: 1 },
    ...{ service, packet_id: packetId, input: identity },
  };
  const results = await openResults(resultsPath, header, states, () => unwritable.abort());
  const shown: { progress?: Progress } = {};
  let refusal: Refusal | undefined;
  try {
    const sender = await options.openBackend({
      id: createHash('sha256').update(JSON.stringify(header)).digest('hex').slice(0, 32),
      isSettled: (line) => !states.mustSend(line, false),
      hasFailed: (line) => states.hasFailed(line),
      isRetried: (line) => options.retryFailed && states.hasFailed(line),
      isInDoubt: (line) => states.isUnknown(line),
      say: (sentence) => (shown.progress?.say ?? options.say)(sentence),
      waitUntilWritten: () => results.waitUntilWritten(),
    });
    try {
      const signal = AbortSignal.any([options.signal, unwritable.signal]);
      const sending = { input, lines, states, results, shown };
      refusal = await send({ ...options, signal }, sender, sending);
    } finally {
      await sender.close();
    }
  } finally {
    await results.close();
  }
  const counts = states.counts();
  const left = lines - counts.ok - counts.failed;
  return { ...counts, lines, left, ...(refusal && { refusal }) };
}

/** The state of a file that is being sent. */
interface Sending {
  input: Input;
  lines: number;
  states: LineStates;
  results: ResultsFile;
  /** Holds the progress display while it is active. */
  shown: { progress?: Progress };
}

/** @returns why the run stopped early, if it did */
async function send(
  options: PushFileOptions,
  sender: Sender,
  { input, lines, states, results, shown: showing }: Sending,
): Promise<Refusal | undefined> {
  const { packetId, concurrency, retryFailed, namesSubjects } = options;
  const { signal, progress, outageTimeoutMs } = options;
  const before = states.counts();
  let failed = retryFailed ? 0 : before.failed;
  let done = before.ok + failed;
  const noteOf = () => (failed ? `${failed} failed` : '');
  const shown = (showing.progress = progress('Sending', 'lines', lines));
  shown.update(done, noteOf());
  const { mostNoted } = sender;
  const items = linesToSend({
    ...{ input, packetId, states, results },
    ...{ retryFailed, concurrency, mostNoted },
  });
  /** Lines that were given up but may have arrived. They stay recorded as sent, with an unknown result. */
  const unknown = new Set<number>();
  let refusal: Refusal | undefined;
  const refused = new AbortController();
  const sending = {
    concurrency,
    signal: AbortSignal.any([signal, refused.signal]),
    outageTimeoutMs,
    onOutage: (isOutage: boolean) => shown.say(isOutage ? OUTAGE : OUTAGE_IS_OVER),
  };
  const findUnknownPacket = watchForUnknownPacket(packetId);
  const halt = (by: Refusal['by'], error: VaultError) => {
    refusal ??= { by, error };
    refused.abort();
  };
  try {
    for await (const result of sender.pushMany(items, sending)) {
      const { line } = result.item;
      const haltedBy = result.ok ? undefined : result.haltedBy;
      if (!result.ok && haltedBy) halt(haltedBy, result.error);
      const unknownPacket = findUnknownPacket(result);
      if (unknownPacket) halt('packet', unknownPacket);
      if (haltedBy || (!result.ok && result.isGivenUp)) {
        if (result.unknownAttempts) unknown.add(line);
        continue;
      }
      results.recordResult(lineResultOf(result, states.isUnknown(line), namesSubjects));
      done += 1;
      if (!result.ok) failed += 1;
      shown.update(done, noteOf());
    }
  } finally {
    delete showing.progress;
    shown.end();
  }
  // A stop does not wait for a batch that is being recorded. Wait for it here.
  await items.return(undefined);
  // All requests have finished, so every other recorded line was not sent.
  results.recordUnsent(states.listSending().filter((line) => !unknown.has(line)));
  return refusal;
}

/** @param isInDoubt whether an earlier run may also have sent the line */
function lineResultOf(result: LineSent, isInDoubt: boolean, namesSubject: boolean): LineResult {
  const { item, ok, attempts, unknownAttempts } = result;
  const { line, subject } = item;
  const wasUnknown = isInDoubt && !result.isWhole;
  const unknown = wasUnknown || unknownAttempts > 0;
  const repeated = wasUnknown || (unknownAttempts > 0 && attempts > 1);
  return {
    line,
    ...(namesSubject && { subject }),
    ok,
    ...(!result.ok && {
      error: result.error.code,
      messages: messagesOf(result.error),
      ...(unknown && { unknown }),
    }),
    attempts,
    ...(repeated && { repeated }),
  };
}

const messagesOf = ({ message, messages }: VaultError): string[] =>
  (messages.length ? messages : [message])
    .slice(0, MAX_MESSAGES)
    .map((one) => one.slice(0, MAX_MESSAGE_LENGTH));

/** @throws VaultError `invalid_request` if the results file is the answers file */
async function assertOther(path: string, resultsPath: string): Promise<void> {
  const existing = await realpath(resultsPath).catch(() => undefined);
  if (existing !== (await realpath(path))) return;
  throw new VaultError(
    'invalid_request',
    `The results cannot be written to ${path}, which holds the answers. Choose another file with --results.`,
  );
}

/** @throws VaultError `invalid_request` if the results cannot be written. Creates nothing */
async function assertWritable(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    const isFile = (await file.stat()).isFile();
    await file.close();
    if (!isFile) throw new Error('It is no regular file.');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? await reasonOfFolder(path) : error;
    if (!reason) return;
    const { code, message } = reason as NodeJS.ErrnoException;
    throw new VaultError(
      'invalid_request',
      `The results cannot be written to ${path} (${code ?? message}). Choose another file with --results.`,
    );
  }
}

/** Returns why a file cannot be created, if so. */
const reasonOfFolder = (path: string): Promise<unknown> =>
  realPathOf(path)
    .then((real) => access(dirname(real), constants.W_OK | constants.X_OK))
    .catch((error: unknown) => error);
