import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { VaultError } from '../../protocol/index.ts';
import { createAppender } from './appender.ts';
import type { InputIdentity } from './input.ts';
import type { LineOutcome, LineStates } from './line-states.ts';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';

/** What the results belong to: the first line of their file. */
export interface ResultsHeader {
  vaultlink: 'push results';
  version: 1;
  service: string;
  packet_id: string;
  input: InputIdentity;
}

/** How the push of a line ended: a line of the file. */
export interface LineResult extends LineOutcome {
  line: number;
  /** `undefined`: the subject must not stand there. */
  subject?: string;
  /** How often a request left. */
  attempts: number;
  /** Code of the error. */
  error?: string;
  messages?: string[];
}

/** Lines from one to another, both included. */
type Range = [from: number, to: number];

/** Each line of the file behind the header is one of these. */
type ResultsRecord = { sending: Range[] } | { unsent: Range[] } | LineResult;

/**
 * What becomes of each line: lines of JSON, only ever appended. A line of answers is noted as about to be sent, on the disk, before it is; after it,
 * its result is. So whatever stops this process, the next one knows which lines were never sent, which ended how, and of which nobody knows.
 */
export interface ResultsFile {
  /** Notes that lines are about to be sent, and waits until that is on the disk. */
  sending(lines: readonly number[]): Promise<void>;
  /** Notes that lines were not sent after all. */
  unsent(lines: readonly number[]): void;
  /** Notes how the push of a line ended. */
  result(result: LineResult): void;
  /** Waits until all of it is on the disk. */
  written(): Promise<void>;
  /** Waits until all of it is on the disk, and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens results, or begins them. What an earlier process has noted goes into `states`; half a line that it has left at the end is taken away.
 *
 * @param onFailure called once, where nothing can be noted any more
 * @throws VaultError `invalid_request` where the file holds something else, or the results of something else
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
    states.interrupted();
    const appender = createAppender(file, onFailure);
    if (isNew) {
      appender.append(`${JSON.stringify(header)}\n`);
      await appender.sync();
      await syncFolder(path);
    }
    const note = (record: ResultsRecord) => appender.append(`${JSON.stringify(record)}\n`);
    return {
      sending(lines) {
        for (const line of lines) states.sending(line);
        note({ sending: rangesOf(lines) });
        return appender.sync();
      },
      unsent(lines) {
        for (const line of lines) states.unsent(line);
        if (lines.length) note({ unsent: rangesOf(lines) });
      },
      result(result) {
        states.settled(result.line, result);
        note(result);
      },
      written: () => appender.sync(),
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

/** @returns whether the file had a header; if not, it is empty now */
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

/** Whether the process that began the file ended before all of its first line was written. */
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
    `${path} holds results ${another}: give this run another file with --results, or go on with what that one began with.`,
  );
}

function recordOf(line: Line): ResultsRecord | undefined {
  const record = jsonOf(line) as Record<string, unknown> | undefined;
  const { sending, unsent, line: number } = record ?? {};
  const isRecord = Array.isArray(sending) || Array.isArray(unsent) || typeof number === 'number';
  return isRecord ? (record as unknown as ResultsRecord) : undefined;
}

function apply(record: ResultsRecord, states: LineStates): void {
  if ('sending' in record) for (const line of linesIn(record.sending)) states.sending(line);
  else if ('unsent' in record) for (const line of linesIn(record.unsent)) states.unsent(line);
  else states.settled(record.line, record);
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
    `${path}:${number}: This is no result of "vaultlink push": name another file with --results.`,
  );

/** A file that was made is there after a loss of power once its folder is on the disk, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path)).catch(() => undefined);
  // Not every system syncs folders; those that do not need not.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
