import { styleText } from 'node:util';
import type { Writable } from 'node:stream';

/** A format of `styleText`. */
type Format = Parameters<typeof styleText>[0];

/** Returns a function that colors text by its tone, if `output` supports colors and NO_COLOR is not set. */
export const createPaint =
  <Tone extends string>(formats: Readonly<Record<Tone, Format>>, output: Writable) =>
  (tone: Tone, text: string): string =>
    styleText(formats[tone], text, { stream: output });
