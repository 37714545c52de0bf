import type { z } from 'zod/v4';
import { VaultError } from '../../protocol/index.ts';

/**
 * Parses a body with its schema.
 *
 * @throws VaultError `invalid_request` that lists all mistakes, without any value
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Record<string, unknown>,
): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const messages = error.issues.map(({ path, message }) =>
    [path.join('.'), message].join(' ').trim(),
  );
  throw new VaultError('invalid_request', messages.join('. '), { messages });
}
