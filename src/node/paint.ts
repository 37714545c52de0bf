import { styleText } from 'node:util';
import type { Writable } from 'node:stream';

const FORMATS = {
  title: 'bold',
  label: 'dim',
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
  'not checked': 'gray',
} as const;

/** Formats text for a terminal, by what it is. */
export type Paint = (tone: keyof typeof FORMATS, text: string) => string;

/** Returns a function that formats text, if `output` supports it and NO_COLOR is not set. */
export const createPaint =
  (output: Writable): Paint =>
  (tone, text) =>
    styleText(FORMATS[tone], text, { stream: output });
