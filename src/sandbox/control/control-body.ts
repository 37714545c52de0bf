import { z } from 'zod/v4';
import { errorsReply } from '../service/http/reply.ts';

/**
 * Reads the JSON of a control call. No body at all is read as `{}`.
 *
 * @param schema or a function that chooses one by the body
 * @returns what `schema` makes of it, or the answer 400 that names every mistake
 */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T> | ((body: unknown) => z.ZodType<T>),
): Promise<T | Response> {
  const text = await request.text();
  let body: unknown;
  try {
    body = JSON.parse(text || '{}');
  } catch {
    return errorsReply(400, ['The body is not JSON.']);
  }
  const result = (typeof schema === 'function' ? schema(body) : schema).safeParse(body);
  return result.success ? result.data : errorsReply(400, mistakesOf(result.error));
}

/** One sentence for each mistake, with the name of the field. */
export const mistakesOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) =>
    path.length ? `${path.join('.')}: ${message}` : message,
  );

/** An id, read as what it stands for. */
export const known = <T>(find: (id: string) => T | undefined, message: string) =>
  z.string().transform((id, context) => {
    const found = find(id);
    if (found === undefined) context.addIssue(message);
    return found ?? z.NEVER;
  });

/**
 * A property that a body may leave out. `exactOptional()` says the same, but zod 3.25 does not have it. JSON has no `undefined`, so both accept the same
 * bodies.
 */
export const mayBeMissing = <T extends z.ZodType>(schema: T): z.ZodExactOptional<T> =>
  schema.optional() as unknown as z.ZodExactOptional<T>;

/** A seller's browser can be sent there. */
export const webAddress = z
  .string()
  .refine(
    (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
    'must be an absolute http or https URL',
  );
