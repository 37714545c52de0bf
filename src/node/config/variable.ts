import type { Reader } from './readers.ts';

/** Commands that use variables of the server. */
export const SERVE = ['serve', 'migrate', 'doctor'];

/** Commands that use variables of the queue. `serve` accepts them too, because all commands can share one environment. */
export const QUEUE = ['serve', 'push', 'worker', 'queue', 'migrate', 'doctor'];

/** Commands that use variables of the stores. */
export const ALL = ['serve', 'push', 'worker', 'queue', 'outcomes', 'migrate', 'reseal', 'doctor'];

/** A variable: its documentation and its reader. All texts are Markdown, with code in backticks. */
export type Variable<T = unknown> = {
  /** The commands that use it. */
  usedBy: readonly string[];
  /** Description in one sentence, also for `--help`. */
  meaning: string;
  /** Further text for the reference page. Default: none. */
  details?: string;
  /** A realistic value. */
  example: string;
  /** Set if the value can come from a file named in `…_FILE`, and must not appear in messages. Default: `false`. */
  isSecret?: boolean;
  read: Reader<T>;
} & WhereUnset;

/**
 * Behaviour if the variable is unset: it is required (then: what to do), it has a default (then: text to read), or its value is `undefined` (then:
 * what happens).
 */
type WhereUnset =
  | { required: string; byDefault?: never; whenUnset?: never }
  | { byDefault: string; required?: never; whenUnset?: never }
  | { whenUnset: string; required?: never; byDefault?: never };
