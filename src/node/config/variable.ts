import type { Reader } from './readers.ts';

/** Used by the server alone. */
export const SERVE = ['serve', 'doctor'];

/** Used by the commands that know the queue. The server is told of them, since all may share one environment. */
export const QUEUE = ['serve', 'push', 'worker', 'queue', 'doctor'];

/** Used by every command that works with grants. */
export const ALL = ['serve', 'push', 'worker', 'queue', 'reseal', 'doctor'];

/** A variable: what people are told of it, and how it is read. All texts are Markdown, with code in backticks. */
export type Variable<T = unknown> = {
  /** The commands that use it. */
  usedBy: readonly string[];
  /** What it is: one sentence, for `--help` too. */
  meaning: string;
  /** What else an operator should know, for the reference page. Default: nothing. */
  details?: string;
  /** A value, as somebody would write it. */
  example: string;
  /** Whether the value may come from the file that the same name with `_FILE` leads to, and may stand in no message. Default: `false`. */
  isSecret?: boolean;
  read: Reader<T>;
} & WhereUnset;

/** What holds where a variable is unset: it is required (what to do then), has a default (text that is read), or its value is `undefined` (what happens then). */
type WhereUnset =
  | { required: string; byDefault?: never; whenUnset?: never }
  | { byDefault: string; required?: never; whenUnset?: never }
  | { whenUnset: string; required?: never; byDefault?: never };
