import { readFileSync } from 'node:fs';

/** First bytes of a file in UTF-16, which Windows PowerShell writes for `>`. */
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);

/**
 * Reads a text file of an operator, in UTF-8 or UTF-16, without its byte order mark.
 *
 * @throws the error of the system if the file cannot be read
 */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const isUtf16 = bytes.subarray(0, UTF_16_MARK.length).equals(UTF_16_MARK);
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
