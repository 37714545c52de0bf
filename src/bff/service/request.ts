import { fromReply, isServiceUrl, VaultError } from '../../protocol/index.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { readTextWithin } from '../text-within.ts';
import { retryAfterSecondsOf } from './retry-after.ts';

/** An answer that is longer is given up: what the interface shows has a few kilobytes. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * The service's address without a slash at its end.
 *
 * @throws VaultError `configuration_error` where it is not https, nor http on this machine
 */
export function addressOf({ baseUrl }: ServiceOptions): string {
  if (isServiceUrl(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new VaultError(
    'configuration_error',
    'The address of the service must be https, or http on this machine, without a query.',
  );
}

/** An answer of the service, with what was read of it. */
export interface Answer {
  response: Response;
  /** Its body; `undefined`: it broke off, or is too long. */
  text: string | undefined;
}

/**
 * Sends a request to the service, once, and reads the answer. A redirect is an answer: what goes to the service goes nowhere else.
 *
 * @param timeoutMs ends the request and the reading of its answer
 * @throws VaultError `service_unreachable` where there is no answer
 */
export async function send(
  service: ServiceOptions,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Answer> {
  // Not `AbortSignal.timeout`, which nothing can take back: thousands of them would wait for requests that are long over.
  const timeout = new AbortController();
  const { signal } = timeout;
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const request = { ...init, redirect: 'manual', signal } as const;
    const response = await (service.fetch ?? fetch)(url, request);
    return { response, text: await textOf(response).catch(() => undefined) };
  } catch (reason) {
    const error = unreachable(signal, timeoutMs);
    if (UNCONNECTED.has(codeOf(reason))) unsent.add(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** @returns `undefined`: it is too long */
async function textOf(response: Response): Promise<string | undefined> {
  const { headers, body } = response;
  const length = headers.get('content-length');
  // What is compressed may become any length.
  if (length === null || headers.has('content-encoding')) {
    return readTextWithin(body, LONGEST_ANSWER_BYTES);
  }
  // HTTP lets no more through than was announced, so it need not be counted, which would cost more.
  if (Number(length) <= LONGEST_ANSWER_BYTES) return response.text();
  await body?.cancel();
  return undefined;
}

/** What runtimes call a connection that never came about. */
const UNCONNECTED: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused', 'FailedToOpenSocket'],
]);

/** Errors of requests that never left. Kept beside them: what a {@link VaultError} may hold is a closed set. */
const unsent = new WeakSet<VaultError>();

/** Whether it is certain that the request behind this error did not leave. */
export const isUnsent = (error: VaultError): boolean => unsent.has(error);

/** The code of an error, or of what caused it: `fetch` hides it there. */
function codeOf(reason: unknown): unknown {
  const { code, cause } = (reason ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return cause?.code ?? code;
}

/**
 * The text of an answer.
 *
 * @throws VaultError `service_unreachable` where it broke off, or is too long
 */
export function wholeTextOf({ response: { status }, text }: Answer): string {
  if (text !== undefined) return text;
  throw new VaultError(
    'service_unreachable',
    'The answer of the service broke off, or is too long.',
    { status },
  );
}

/** JSON, or `undefined` for anything else. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `text` without `secrets`. */
export const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest), text);

/**
 * The error behind an answer that is not 2xx.
 *
 * @param secrets what was sent: a service that echoes it does not bring it into a log
 * @param nowMs real time in milliseconds since 1970
 * @see interface §7
 */
export function errorOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  secrets: readonly string[],
  nowMs: number,
): VaultError {
  const { code, message, messages } = fromReply(status, jsonOf(text));
  const all = secrets.flatMap((secret) => [secret, encoded(secret)]);
  const redact = (sentence: string) => redacted(sentence, all);
  return new VaultError(code, redact(message), {
    status,
    messages: messages.map(redact),
    retryAfterSeconds: retryAfterSecondsOf(headers, nowMs),
  });
}

/** As it would stand in a query. */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const unreachable = (signal: AbortSignal, timeoutMs: number) =>
  new VaultError(
    'service_unreachable',
    signal.aborted
      ? `The service did not answer within ${timeoutMs / 1000} seconds.`
      : 'The service cannot be reached.',
  );
