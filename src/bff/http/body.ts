import { isVaultError, VaultError } from '../../protocol/index.ts';
import { readTextWithin } from '../text-within.ts';

/** Maximum size of a request body. */
const LONGEST_BODY_BYTES = 1024 * 1024;

/**
 * Reads the body of a request, which must be a JSON object.
 *
 * @throws VaultError `too_large`, `invalid_request`
 */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new VaultError('invalid_request', 'The content type must be application/json.');
  }
  let body: unknown;
  try {
    body = JSON.parse(await readText(request));
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

async function readText(request: Request): Promise<string> {
  const length = request.headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) {
    const text = await readTextWithin(request.body, LONGEST_BODY_BYTES);
    if (text === undefined) throw tooLarge();
    return text;
  }
  if (Number(length) > LONGEST_BODY_BYTES) throw tooLarge();
  // The server enforces the announced length, so counting bytes would only add cost.
  const text = await request.text();
  if (text.length > LONGEST_BODY_BYTES) throw tooLarge();
  return text;
}

const tooLarge = () =>
  new VaultError('too_large', `A body may have at most ${LONGEST_BODY_BYTES} bytes.`);
