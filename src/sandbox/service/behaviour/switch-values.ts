import { z } from 'zod/v4';

/** The two shapes of an error: `{error, error_description}` or `{errors: {base}}`. @see interface §7 */
export type ErrorShape = 'error' | 'errors';

/** One thing that the interface leaves open. */
export interface Switch<T> {
  default: T;
  /** What it decides, in a sentence or two. */
  meaning: string;
  /** The section of the interface, or of an RFC, that leaves it open. */
  section: string;
  /** Every value it can have, or which ones in words. */
  values: readonly T[] | string;
  schema: z.ZodType<T>;
}

/** What is said about every switch. */
type Text = [section: string, meaning: string];

/** A switch that is on or off. */
export const flag = (initial: boolean, ...[section, meaning]: Text): Switch<boolean> => ({
  ...{ default: initial, meaning, section, values: [true, false] },
  schema: z.boolean(),
});

/** A switch that is one of a few words, the first of which is the default. */
export const choice = <const T extends string>(
  values: readonly [T, ...T[]],
  ...[section, meaning]: Text
): Switch<T> => ({
  ...{ default: values[0], meaning, section, values },
  schema: z.enum(values),
});

/** A switch that is one of the two shapes of an error. */
export const errorShape = (initial: ErrorShape, ...text: Text): Switch<ErrorShape> =>
  initial === 'error' ? choice(['error', 'errors'], ...text) : choice(['errors', 'error'], ...text);

/** A switch that is the status of a refusal. */
export const failureStatus = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: '400 to 599' },
  schema: z.int().min(400).max(599),
});

/** A switch that is the status of a success. */
export const successStatus = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: '200 to 299' },
  schema: z.int().min(200).max(299),
});

/** A switch that is a length of time. */
export const seconds = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: 'a number above 0' },
  schema: z.number().positive(),
});

/** A switch that is the name of a variable in an endlink URL. */
export const variable = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'letters, digits and underscores' },
  schema: z.string().regex(/^\w+$/, 'must be letters, digits and underscores'),
});

/** A switch that is an error code, as far as RFC 6749 allows. */
export const errorCode = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'a word' },
  schema: z.string().regex(/^[\w.:/-]+$/, 'must be a word'),
});

/** A switch that is a value of a field. */
export const word = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'a text that is not empty' },
  schema: z.string().min(1).max(200),
});

/** A switch that is a text or nothing. */
export const nullableText = (
  initial: string | null,
  ...[section, meaning]: Text
): Switch<string | null> => ({
  ...{ default: initial, meaning, section, values: 'a text, or null' },
  schema: z.string().min(1).max(200).nullable(),
});
