import { z } from 'zod/v4';

/** Returns one sentence for each mistake, with the name of the field. */
export const mistakesOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) =>
    path.length ? `${path.join('.')}: ${message}` : message,
  );

/** Returns a copy of a value as JSON carries it: without members that are `undefined`. */
export const jsonCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Creates the schema of an id that is replaced by the record it belongs to. */
export const recordById = <T>(find: (id: string) => T | undefined, message: string) =>
  z.string().transform((id, context) => {
    const found = find(id);
    if (found === undefined) context.addIssue(message);
    return found ?? z.NEVER;
  });

/**
 * Makes a property of a body optional. zod 3.25 lacks `exactOptional()`; JSON has no `undefined`, so `optional()` accepts the same bodies.
 */
export const mayBeMissing = <T extends z.ZodType>(schema: T): z.ZodExactOptional<T> =>
  schema.optional() as unknown as z.ZodExactOptional<T>;

/** Schema of an absolute http or https URL. */
export const webAddress = z
  .string()
  .refine(
    (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
    'must be an absolute http or https URL',
  );

/** Schema of an id. */
export const id = z.string().min(1);

/** Schema of a time, as the sandbox writes it. */
export const instant = z.iso.datetime().describe('ISO 8601 in UTC');
