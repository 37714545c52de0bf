import { z } from 'zod/v4';

/** The two shapes of an error: `{error, error_description}` or `{errors: {base}}`. @see interface §7 */
export type ErrorShape = 'error' | 'errors';

/** A choice that the interface leaves open. */
export interface Switch<T> {
  default: T;
  /** The choice that it makes, in a sentence or two. */
  meaning: string;
  /** The section of the interface, or of an RFC, that leaves it open. */
  section: string;
  /** All possible values, or a description of them. */
  values: readonly T[] | string;
  schema: z.ZodType<T>;
}

/** Section and meaning of a switch. */
type Text = [section: string, meaning: string];

/** Creates a switch that is on or off. */
export const flag = (initial: boolean, ...[section, meaning]: Text): Switch<boolean> => ({
  ...{ default: initial, meaning, section, values: [true, false] },
  schema: z.boolean(),
});

/** Creates a switch with a few words as values. The first is the default. */
export const choice = <const T extends string>(
  values: readonly [T, ...T[]],
  ...[section, meaning]: Text
): Switch<T> => ({
  ...{ default: values[0], meaning, section, values },
  schema: z.enum(values),
});

/** Creates a switch for the shape of an error. */
export const errorShape = (initial: ErrorShape, ...text: Text): Switch<ErrorShape> =>
  initial === 'error' ? choice(['error', 'errors'], ...text) : choice(['errors', 'error'], ...text);

/** Creates a switch for the status of a refusal. */
export const failureStatus = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: '400 to 599' },
  schema: z.int().min(400).max(599),
});

/** Creates a switch for the status of a success. */
export const successStatus = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: '200 to 299' },
  schema: z.int().min(200).max(299),
});

/** Creates a switch for a duration in seconds. */
export const seconds = (initial: number, ...[section, meaning]: Text): Switch<number> => ({
  ...{ default: initial, meaning, section, values: 'a number above 0' },
  schema: z.number().positive(),
});

/** Creates a switch for the name of a variable in an endlink URL. */
export const variable = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'letters, digits and underscores' },
  schema: z.string().regex(/^\w+$/, 'must be letters, digits and underscores'),
});

/** Creates a switch for an error code, in characters that RFC 6749 allows. */
export const errorCode = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'a word' },
  schema: z.string().regex(/^[\w.:/-]+$/, 'must be a word'),
});

/** Creates a switch for the value of a field. */
export const word = (initial: string, ...[section, meaning]: Text): Switch<string> => ({
  ...{ default: initial, meaning, section, values: 'a text that is not empty' },
  schema: z.string().min(1).max(200),
});

/** Creates a switch for a text or `null`. */
export const nullableText = (
  initial: string | null,
  ...[section, meaning]: Text
): Switch<string | null> => ({
  ...{ default: initial, meaning, section, values: 'a text, or null' },
  schema: z.string().min(1).max(200).nullable(),
});
