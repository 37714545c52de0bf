import { fromReply, isServiceUrl, VaultError } from '../../protocol/index.ts';
import type { ServiceOptions } from '../options.ts';
import { retryAfterSecondsOf } from './retry-after.ts';

/** For how long a push or a relay may take. */
export const TIMEOUT_MS = 15_000;

/** For how long a token request may take: giving up on one can lose a grant. */
export const TOKEN_TIMEOUT_MS = 30_000;

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

/**
 * Sends a request to the service, once. A redirect is an answer: what goes to the service goes nowhere else.
 *
 * @param timeoutMs ends the request and the reading of its answer
 * @throws VaultError `service_unreachable` where there is no answer
 */
export async function send(
  service: ServiceOptions,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await (service.fetch ?? fetch)(url, { ...init, redirect: 'manual', signal });
  } catch {
    throw unreachable(signal, timeoutMs);
  }
}

/**
 * The text of an answer.
 *
 * @throws VaultError `service_unreachable` where it breaks off
 */
export async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw new VaultError('service_unreachable', 'The answer of the service broke off.', {
      status: response.status,
    });
  }
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
