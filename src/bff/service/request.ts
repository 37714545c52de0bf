import { fromReply, isServiceUrl, VaultError } from '../../protocol/index.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { retryAfterSecondsOf } from './retry-after.ts';
import { fetchTransport } from './service-transport.ts';
import type { TransportRequest, TransportResponse } from './service-transport.ts';

/**
 * Returns the URL of the service without a trailing slash.
 *
 * @throws VaultError `configuration_error` if it is neither https nor loopback http
 */
export function addressOf({ baseUrl }: ServiceOptions): string {
  if (isServiceUrl(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new VaultError(
    'configuration_error',
    'The address of the service must be https, or http on this machine, without a query.',
  );
}

/** Maximum size of a response. Those in the interface have a few kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** For services without the option. */
const defaultTransport = fetchTransport();

/**
 * Sends a request to the service once, and reads the response.
 *
 * @throws VaultError `service_unreachable` if there is no response
 */
export async function send(
  service: ServiceOptions,
  request: Omit<TransportRequest, 'mostBytes'>,
): Promise<TransportResponse> {
  try {
    return await (service.transport ?? defaultTransport)({
      ...request,
      mostBytes: MAX_RESPONSE_BYTES,
    });
  } catch (reason) {
    const error = unreachable(reason, request.timeoutMs);
    throw UNCONNECTED.has(codeOf(reason)) ? asUnsent(error) : error;
  }
}

/** Error codes of runtimes for connections that were never established. */
const UNCONNECTED: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused', 'FailedToOpenSocket'],
]);

/** Errors of requests that were never sent. Kept separately, because the fields of {@link VaultError} are fixed. */
const unsent = new WeakSet<VaultError>();

/** Marks the error of a request that was certainly never sent. @returns the error */
export function asUnsent(error: VaultError): VaultError {
  unsent.add(error);
  return error;
}

/** Returns whether the failed request was certainly never sent. */
export const isUnsent = (error: VaultError): boolean => unsent.has(error);

/** Returns the code of an error or of its cause, where `fetch` puts it. */
function codeOf(reason: unknown): unknown {
  const { code, cause } = (reason ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return cause?.code ?? code;
}

/**
 * Returns the body of a response.
 *
 * @throws VaultError `service_unreachable` if it was cut off or is too long
 */
export function wholeTextOf({ status, text }: TransportResponse): string {
  if (text !== undefined) return text;
  throw new VaultError(
    'service_unreachable',
    'The response of the service was cut off or is too long.',
    { status },
  );
}

/** Returns whether a response is 2xx. */
export const isSuccess = ({ status }: Pick<TransportResponse, 'status'>): boolean =>
  status >= 200 && status < 300;

/** Parses JSON; `undefined` if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces `secrets` in a text. */
export const redacted = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest), text);

/** Maximum number of levels in a reply. Those in the interface have two, and a host that writes a deeper one as JSON overflows its stack. */
const MAX_LEVELS = 64;

/** Replaces `secrets` in each text and key of parsed JSON. @returns `undefined` if it is nested too deeply to be an answer */
export function redactedJson(json: unknown, secrets: readonly string[]): unknown {
  const found = { isTooDeep: false };
  const redact = (value: unknown, levels: number): unknown => {
    if (typeof value === 'string') return redacted(value, secrets);
    if (typeof value !== 'object' || value === null) return value;
    if (!levels) {
      found.isTooDeep = true;
      return undefined;
    }
    if (Array.isArray(value)) return value.map((one) => redact(one, levels - 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [redacted(key, secrets), redact(one, levels - 1)]),
    );
  };
  const redactedValue = redact(json, MAX_LEVELS);
  return found.isTooDeep ? undefined : redactedValue;
}

/**
 * Returns the error for a response that is not 2xx.
 *
 * @param secrets values that were sent, to be redacted in case the service echoes them
 * @param nowMs real time in milliseconds since 1970
 * @see interface §7
 */
export function errorOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
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

/** Encodes a text as in a query string. */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const unreachable = (reason: unknown, timeoutMs: number) =>
  new VaultError(
    'service_unreachable',
    (reason as Partial<Error> | undefined)?.name === 'TimeoutError'
      ? `The service did not answer within ${timeoutMs / 1000} seconds.`
      : 'The service cannot be reached.',
  );
