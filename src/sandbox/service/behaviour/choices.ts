import { z } from 'zod/v4';

/** Something that the interface leaves open. */
export interface Choice<T> {
  default: T;
  /** All possible values, or a description of them. */
  values: readonly T[] | string;
  schema: z.ZodType<T>;
}

/** Section of the interface, or of an RFC, that leaves something open, and its meaning in a sentence or two. */
export interface Explanation {
  section: string;
  meaning: string;
}

/** Adds section and meaning to a choice. */
export const explained = <T>(
  section: string,
  meaning: string,
  choice: Choice<T>,
): Choice<T> & Explanation => ({ ...choice, section, meaning });

/** Creates a choice between on and off. */
export const flag = (initial: boolean): Choice<boolean> => ({
  default: initial,
  values: [true, false],
  schema: z.boolean(),
});

/** Creates a choice between a few words. The first is the default. */
export const oneOf = <const T extends string>(...values: [T, ...T[]]): Choice<T> => ({
  default: values[0],
  values,
  schema: z.enum(values),
});

/** Creates the choice of a status: of a success if the default is one, else of a refusal. */
export function status(initial: number): Choice<number> {
  const [lowest, highest] = initial < 300 ? [200, 299] : [400, 599];
  return {
    default: initial,
    values: `${lowest} to ${highest}`,
    schema: z.int().min(lowest).max(highest),
  };
}

/** Creates the choice of a duration in seconds. */
export const seconds = (initial: number): Choice<number> => ({
  default: initial,
  values: 'a number above 0',
  schema: z.number().positive(),
});

/** Creates the choice of the name of a variable in an endlink URL. */
export const variable = (initial: string): Choice<string> => ({
  default: initial,
  values: 'letters, digits and underscores',
  schema: z.string().regex(/^\w+$/, 'must be letters, digits and underscores'),
});

/** Creates the choice of an error code, in characters that RFC 6749 allows. */
export const errorCode = (initial: string): Choice<string> => ({
  default: initial,
  values: 'a word',
  schema: z.string().regex(/^[\w.:/-]+$/, 'must be a word'),
});

/** Creates the choice of fields that replace those of a JSON response, or are added to them. */
export const replacedFields = (): Choice<Readonly<Record<string, unknown>>> => ({
  default: {},
  values: 'a JSON object',
  schema: z.record(z.string(), z.unknown(), 'must be a JSON object'),
});

/** Returns whether a value differs from its default. Fields are compared by what they hold. */
export const isChanged = (one: { value: unknown; default: unknown }): boolean =>
  JSON.stringify(one.value) !== JSON.stringify(one.default);
