import type { z } from 'zod/v4';
import { mistakesOf } from '../core/field-schemas.ts';

/** Refusal of an act: nothing has changed. */
export class Refused {
  /** HTTP status: 400 for mistakes in the fields, 404 for a record that does not exist, 409 if the state does not allow the act. */
  readonly status: 400 | 404 | 409;
  /** One sentence for each mistake, such as `seller_id: no such seller`. */
  readonly messages: readonly string[];
  /** The mistakes by field; empty if no field is wrong. */
  readonly issues: readonly z.core.$ZodIssue[];

  /** Creates a refusal. */
  constructor(
    status: Refused['status'],
    messages: readonly string[],
    issues: readonly z.core.$ZodIssue[] = [],
  ) {
    this.status = status;
    this.messages = messages;
    this.issues = issues;
  }
}

/** Does something with fields that a schema accepts. Refuses other fields, and names every mistake. */
export function withFields<T, Result>(
  schema: z.ZodType<T>,
  fields: unknown,
  act: (fields: T) => Result,
): Result | Refused {
  const { success, data, error } = schema.safeParse(fields);
  return success ? act(data) : new Refused(400, mistakesOf(error), error.issues);
}

/** Refuses an act on a record that does not exist. @param kind its name, such as `client` */
export const noSuch = (kind: string): Refused => new Refused(404, [`There is no such ${kind}.`]);

/** Refuses one field. @param message the end of a sentence, such as `must be a number` */
export const wrongField = (field: string, message: string): Refused =>
  new Refused(
    400,
    [`${field}: ${message}`],
    [{ code: 'custom', path: [field], message, input: undefined }],
  );

/** Returns the result of an act. @throws Error with the messages of a refusal */
export function resultOf<Result>(result: Result | Refused): Result {
  if (result instanceof Refused) throw new Error(result.messages.join(' '));
  return result;
}
