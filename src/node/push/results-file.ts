import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { VaultError } from '../../protocol/index.ts';
import { createAppender } from './appender.ts';
import type { InputIdentity } from './input.ts';
import type { LineOutcome, LineStates } from './line-states.ts';
import { linesOf, type Line } from './lines.ts';

/** The first line of a results file: identifies the run to which the results belong. */
export interface ResultsHeader {
  vaultlink: 'push results';
  version: 1;
  service: string;
  packet_id: string;
  input: InputIdentity;
}

/** The result of a line, as written to the file. */
export interface LineResult extends LineOutcome {
  line: number;
  /** `undefined` if the results must not contain the subject. */
  subject?: string;
  /** Number of requests sent. */
  attempts: number;
  /** Error code. */
  error?: string;
  messages?: string[];
}

/** An inclusive range of lines. */
type Range = [from: number, to: number];

/** A line after the header. */
type ResultsRecord = { sending: Range[] } | { unsent: Range[] } | LineResult;

/**
 * The results of a run, as an append-only file of JSON lines. Each line of answers is recorded on the disk before it is sent, and its result
 * afterwards. So after any crash, the next process knows which lines were never sent, which have a result, and which are unknown.
 */
export interface ResultsFile {
  /** Records that lines are about to be sent, and waits until the record is on the disk. */
  recordSending(lines: readonly number[]): Promise<void>;
  /** Records that lines were not sent. */
  recordUnsent(lines: readonly number[]): void;
  /** Records the result of a line. */
  recordResult(result: LineResult): void;
  /** Waits until all records are on the disk. */
  waitUntilWritten(): Promise<void>;
  /** Waits until all records are on the disk, and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens or creates a results file. Loads the records of earlier processes into `states`, and removes a partial line at the end.
 *
 * @param onFailure called once, when a write fails
 * @throws VaultError `invalid_request` if the file is not a results file, or belongs to another run
 */
export async function openResults(
  path: string,
  header: ResultsHeader,
  states: LineStates,
  onFailure: () => void,
): Promise<ResultsFile> {
  const file = await open(path, 'a+', 0o600);
  try {
    const isNew = !(await replay(file, path, header, states));
    states.markInterrupted();
    const appender = createAppender(file, onFailure);
    if (isNew) {
      appender.append(`${JSON.stringify(header)}\n`);
      await appender.sync();
      await syncFolder(path);
    }
    const note = (record: ResultsRecord) => appender.append(`${JSON.stringify(record)}\n`);
    return {
      recordSending(lines) {
        for (const line of lines) states.markSending(line);
        note({ sending: rangesOf(lines) });
        return appender.sync();
      },
      recordUnsent(lines) {
        for (const line of lines) states.markUnsent(line);
        if (lines.length) note({ unsent: rangesOf(lines) });
      },
      recordResult(result) {
        states.recordOutcome(result.line, result);
        note(result);
      },
      waitUntilWritten: () => appender.sync(),
      async close() {
        try {
          await appender.sync();
        } finally {
          await file.close();
        }
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @returns whether the file had a header; if not, the file is now empty */
async function replay(
  file: FileHandle,
  path: string,
  header: ResultsHeader,
  states: LineStates,
): Promise<boolean> {
  let broken: Line | undefined;
  let hasHeader = false;
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      if (broken) throw notOurs(path, broken);
      if (line.number === 1) {
        if (isTornHeader(line, header)) broken = line;
        else assertHeader(path, line, header);
        hasHeader = !broken;
      } else {
        const record = line.isTorn ? undefined : recordOf(line);
        if (record) apply(record, states);
        else broken = line;
      }
    }
  }
  if (broken) await file.truncate(broken.start);
  return hasHeader;
}

/** Returns whether the process that created the file stopped before it had written the whole header. */
const isTornHeader = ({ isTorn, bytes }: Line, header: ResultsHeader) =>
  isTorn && JSON.stringify(header).startsWith(bytes?.toString() ?? '-');

function assertHeader(path: string, line: Line, header: ResultsHeader): void {
  const found = jsonOf(line) as Partial<ResultsHeader> | undefined;
  if (found?.vaultlink !== header.vaultlink || found.version !== header.version) {
    throw notOurs(path, line);
  }
  const { service, packet_id: packetId, input } = found;
  const another =
    packetId !== header.packet_id
      ? `for packet ${packetId}`
      : service !== header.service
        ? `of the service at ${service}`
        : input?.sha256 !== header.input.sha256
          ? 'of a file with other lines'
          : undefined;
  if (!another) return;
  throw new VaultError(
    'invalid_request',
    `${path} holds results ${another}. Choose another file with --results, or use the same packet, service and answers as that run.`,
  );
}

function recordOf(line: Line): ResultsRecord | undefined {
  const record = jsonOf(line) as Record<string, unknown> | undefined;
  const { sending, unsent, line: number } = record ?? {};
  const isRecord = Array.isArray(sending) || Array.isArray(unsent) || typeof number === 'number';
  return isRecord ? (record as unknown as ResultsRecord) : undefined;
}

function apply(record: ResultsRecord, states: LineStates): void {
  if ('sending' in record) for (const line of linesIn(record.sending)) states.markSending(line);
  else if ('unsent' in record) for (const line of linesIn(record.unsent)) states.markUnsent(line);
  else states.recordOutcome(record.line, record);
}

function* linesIn(ranges: readonly Range[]): Generator<number> {
  for (const [from, to] of ranges) for (let line = from; line <= to; line += 1) yield line;
}

/** @param lines in ascending order */
function rangesOf(lines: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}

function jsonOf({ bytes }: Line): unknown {
  try {
    return JSON.parse(bytes?.toString() ?? '');
  } catch {
    return undefined;
  }
}

const notOurs = (path: string, { number }: Line) =>
  new VaultError(
    'invalid_request',
    `${path}:${number}: This line was not written by "vaultlink push". Choose another file with --results.`,
  );

/** Syncs the folder, so that a new file survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path)).catch(() => undefined);
  // Some systems cannot sync folders and do not need to.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
