import type { FileHandle } from 'node:fs/promises';
import { LONGEST_LINE_BYTES } from './answers-line.ts';

/** A line of a file. */
export interface Line {
  /** From 1. */
  number: number;
  /** Where it begins, in bytes. */
  start: number;
  /** Without its end; `undefined`: it is longer than a line may be. Counts until the next lines are asked for. */
  bytes: Buffer | undefined;
  /** Whether the file ends where its end should be. */
  isTorn: boolean;
}

/** All lines of a piece are there at once: in larger ones V8 takes them for objects that stay, and lets its heap grow. */
const CHUNK_BYTES = 64 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const NOTHING = Buffer.alloc(0);

/**
 * The lines of a file, many at a time, in memory that does not grow with it. Lines end with `\n` or `\r\n`; a byte order mark is no part of the
 * first.
 *
 * @param onBytes gets what is read, piece by piece
 */
export async function* linesOf(
  file: FileHandle,
  onBytes: (bytes: Buffer) => void = () => undefined,
): AsyncGenerator<Line[], void, undefined> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  let number = 1;
  let start = 0;
  /** What has been read of a line that goes on. `undefined`: more than a line may have. */
  let begun: Buffer | undefined = NOTHING;

  const joined = (more: Buffer) =>
    begun && begun.length + more.length <= LONGEST_LINE_BYTES
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
      // Most lines lie within one piece: those are not copied.
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

/** Whether nothing stands in a line. */
export const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09);
