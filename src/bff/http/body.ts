import type { z } from 'zod/v4';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { RouteRequest } from './route-request.ts';

/** Maximum size of a request body. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads the body of a request, which must be a JSON object.
 *
 * @throws VaultError `too_large`, `invalid_request`
 */
export async function readObject(request: RouteRequest): Promise<Record<string, unknown>> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new VaultError('invalid_request', 'The content type must be application/json.');
  }
  let body: unknown;
  try {
    const text = await request.readText(MAX_BODY_BYTES);
    if (text === undefined) throw tooLarge();
    body = JSON.parse(text);
  } catch (error) {
    if (isVaultError(error)) throw error;
    // Invalid JSON, or cut off. Do not pass on the parser's message: it quotes the text, which may hold a secret.
    throw new VaultError('invalid_request', 'The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new VaultError('invalid_request', 'The body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}

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

const tooLarge = () =>
  new VaultError('too_large', `A body may have at most ${MAX_BODY_BYTES} bytes.`);
