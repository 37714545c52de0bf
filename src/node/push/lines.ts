import type { FileHandle } from 'node:fs/promises';
import { MAX_LINE_BYTES } from './answers-line.ts';

/** A line of a file. */
export interface Line {
  /** From 1. */
  number: number;
  /** Byte offset at which the line begins. */
  start: number;
  /** Content without the line end; `undefined` if the line is too long. Valid only until the next lines are read. */
  bytes: Buffer | undefined;
  /** Set if the file ends before the line end. */
  isTorn: boolean;
}

/** All lines of a chunk are in memory together. With larger chunks, V8 treats them as long-lived objects and lets its heap grow. */
const CHUNK_BYTES = 64 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const NOTHING = Buffer.alloc(0);

/**
 * Yields the lines of a file in batches, in constant memory. Lines end with `\n` or `\r\n`. Skips a byte order mark.
 *
 * @param onBytes receives each chunk that is read
 */
export async function* linesOf(
  file: FileHandle,
  onBytes: (bytes: Buffer) => void = () => undefined,
): AsyncGenerator<Line[], void, undefined> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  let number = 1;
  let start = 0;
  /** The beginning of a line that continues in the next chunk; `undefined` if it is too long already. */
  let begun: Buffer | undefined = NOTHING;

  const joined = (more: Buffer) =>
    begun && begun.length + more.length <= MAX_LINE_BYTES
      ? Buffer.concat([begun, more])
      : undefined;

  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (!bytesRead) break;
    const bytes = chunk.subarray(0, bytesRead);
    onBytes(bytes);
    const lines: Line[] = [];
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      const end = bytes.subarray(from, to);
      // Do not copy lines that lie within one chunk: most do.
      const whole: Buffer | undefined = begun === NOTHING ? end : joined(end);
      lines.push({ number, start, bytes: whole && trimmed(whole, number), isTorn: false });
      begun = NOTHING;
      from = to + 1;
      number += 1;
      start = position + from;
    }
    if (from < bytesRead) begun = joined(bytes.subarray(from));
    position += bytesRead;
    if (lines.length) yield lines;
  }
  if (start < position) {
    yield [{ number, start, bytes: begun && trimmed(begun, number), isTorn: true }];
  }
}

function trimmed(bytes: Buffer, number: number): Buffer {
  const isMarked = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  return bytes.subarray(isMarked ? 3 : 0, bytes.at(-1) === RETURN ? -1 : bytes.length);
}

/** Returns whether a line contains only spaces and tabs. */
export const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09);
