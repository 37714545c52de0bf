import { VAULT_ERROR_CODES, VaultError } from '../../protocol/errors.ts';
import type { VaultErrorCode } from '../../protocol/errors.ts';
import { BASE_PATH, REQUEST_HEADER } from '../../protocol/local.ts';

/** Where the backend for the front end is. */
export interface VaultOptions {
  /** Its base path, or an absolute URL of another origin that allows this page. Default: `/vault`. */
  bffUrl?: string | undefined;
}

/** The address of one of its calls. */
export const bffAddress = (bffUrl: string | undefined, path: string): string =>
  (bffUrl || BASE_PATH).replace(/\/+$/, '') + path;

/**
 * Makes a call to the backend, with the session's cookie and the header that no other site can send.
 *
 * @param body sent as JSON
 * @returns the answer's JSON; `undefined` where it has none
 * @throws VaultError the code of the backend; `service_unreachable` where it does not answer, `service_error` where its answer is none of ours
 */
export async function callBff(
  url: string,
  method: 'GET' | 'POST' | 'DELETE' = 'GET',
  body?: object,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      [REQUEST_HEADER.name]: REQUEST_HEADER.value,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    credentials: 'include',
    cache: 'no-store',
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new VaultError('service_unreachable', 'The backend did not answer.');
  });
  const reply = (await response.json().catch(() => undefined)) as unknown;
  if (!response.ok) throw errorOf(response, reply);
  return reply;
}

function errorOf({ status, headers }: Response, reply: unknown): VaultError {
  const { error, error_description: description, messages } = Object(reply) as Reply;
  return new VaultError(
    VAULT_ERROR_CODES.includes(error as VaultErrorCode)
      ? (error as VaultErrorCode)
      : 'service_error',
    description || `The backend answered with status ${status}.`,
    {
      status,
      messages: Array.isArray(messages) ? (messages as string[]) : [],
      // The backend always says it in seconds.
      retryAfterSeconds: Number(headers.get('Retry-After')) || undefined,
    },
  );
}

interface Reply {
  error?: unknown;
  error_description?: string;
  messages?: unknown;
}
