import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { VaultError } from '../../protocol/index.ts';
import { countedAs } from '../counted.ts';
import { MAX_LINE_BYTES, readAnswersLine } from './answers-line.ts';
import { isBlank, linesOf, type Line } from './lines.ts';

/** Maximum number of lines with mistakes to report in full; the others are counted. */
const MAX_NAMED = 20;

/** Identifies the content of an answers file. */
export interface InputIdentity {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The result of checking an answers file without mistakes. */
export interface CheckedInput {
  identity: InputIdentity;
  /** Number of lines with answers; blank lines do not count. */
  lines: number;
  /** The number of the last line, from 1. */
  lastLine: number;
}

/** An open answers file. */
export interface Input {
  path: string;
  file: FileHandle;
  bytes: number;
  /** @throws VaultError `invalid_request` if the file has changed since it was opened */
  assertUnchanged(): Promise<void>;
}

/**
 * Opens an answers file. It must be a regular file, because it is read twice.
 *
 * @throws VaultError `invalid_request` if it cannot be read, or is not a regular file
 */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') {
    throw new VaultError(
      'invalid_request',
      'The answers must be in a file, because all lines are checked before the first is sent. "-" is not supported.',
    );
  }
  const file = await open(path).catch((error: unknown) => {
    throw new VaultError('invalid_request', `${path} cannot be read (${reasonOf(error)}).`);
  });
  const opened = await file.stat();
  if (!opened.isFile()) {
    await file.close();
    throw new VaultError(
      'invalid_request',
      `${path} is not a regular file. Only a regular file can be read twice.`,
    );
  }
  return {
    path,
    file,
    bytes: opened.size,
    async assertUnchanged() {
      const { size, mtimeMs } = await file.stat();
      if (size === opened.size && mtimeMs === opened.mtimeMs) return;
      throw new VaultError(
        'invalid_request',
        `${path} changed while its lines were being sent. Restore it, and run the command again.`,
      );
    },
  };
}

/**
 * Reads a whole answers file and reports every mistake.
 *
 * @param onProgress receives the number of bytes checked so far
 * @throws VaultError `validation_failed` with one of `messages` for each line with mistakes, 20 at most
 */
export async function checkInput(
  input: Input,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<CheckedInput> {
  const hash = createHash('sha256');
  const messages: string[] = [];
  let bytes = 0;
  let lines = 0;
  let lastLine = 0;
  let mistaken = 0;
  const onBytes = (read: Buffer) => {
    hash.update(read);
    bytes += read.length;
  };
  for await (const some of linesOf(input.file, onBytes)) {
    for (const line of some) {
      lastLine = line.number;
      if (line.bytes && isBlank(line.bytes)) continue;
      lines += 1;
      const mistakes = mistakesOf(line);
      if (!mistakes.length) continue;
      mistaken += 1;
      if (mistaken <= MAX_NAMED) {
        messages.push(`${input.path}:${line.number}: ${mistakes.join(' ')}`);
      }
    }
    onProgress(bytes);
  }
  await input.assertUnchanged();
  if (!mistaken) return { identity: { bytes, sha256: hash.digest('hex') }, lines, lastLine };
  const more = mistaken - MAX_NAMED;
  if (more > 0) messages.push(`${countedAs(more, 'more line has', 'more lines have')} mistakes.`);
  messages.push('Nothing was sent.');
  throw new VaultError('validation_failed', messages.join(' '), { messages });
}

function mistakesOf({ bytes }: Line): readonly string[] {
  if (!bytes) return [`The line is longer than ${MAX_LINE_BYTES} bytes.`];
  return readAnswersLine(bytes).mistakes ?? [];
}

const reasonOf = (error: unknown) =>
  (error as { code?: string } | undefined)?.code ?? 'unknown reason';
