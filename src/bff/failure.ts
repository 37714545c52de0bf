import { isPacketId, isVaultError, VaultError } from '../protocol/index.ts';
import type { Emit } from './events.ts';
import { refusedQuestionsOf } from './service/push-request.ts';
import { knownReasonOf } from './service/token-refusal.ts';

/** Maximum number of messages or questions of an error that are logged. */
const MAX_MESSAGES = 20;

/** Maximum length of a logged detail in characters, if the service or the configuration caused the error. */
const MAX_DETAIL_LENGTH = 2000;

/** Maximum length of a logged detail in characters, if the request caused the error. Strangers must not be able to fill the log. */
const MAX_REQUEST_DETAIL_LENGTH = 200;

/** Maximum length of a logged packet id in characters. It comes from the request. */
const MAX_PACKET_ID_LENGTH = 100;

/** The request that failed. */
interface FailedRequest {
  /** Packet id of the request, unchecked, if it was a push. */
  packetId?: unknown;
  requestId?: string;
}

/**
 * Returns the error that a page may see, and emits the details to the operator.
 *
 * @param where name of the route or method that failed
 */
export function publicError(
  { emit }: { emit: Emit },
  where: string,
  error: unknown,
  { packetId, ...request }: FailedRequest = {},
): VaultError {
  const isNamed = isPacketId(packetId) && packetId.length <= MAX_PACKET_ID_LENGTH;
  const fields = isNamed ? { packetId, ...request } : request;
  if (!isVaultError(error)) {
    const detail = placeOf(error);
    emit({ type: 'failed', where, code: 'configuration_error', detail, ...fields });
    return internalError();
  }
  const { code } = error;
  // `reachableStore` has already emitted failures of the store.
  if (code !== 'store_unavailable') {
    emit({ type: 'failed', where, code, detail: detailOf(error), ...fields });
  }
  return code === 'configuration_error' ? internalError() : error;
}

/** Returns the detail for the log. Callers control the number and length of messages, so both are limited. */
function detailOf(error: VaultError): string {
  const { code, status, message, messages } = error;
  const isOfRequest = status === undefined && code !== 'configuration_error';
  const most = isOfRequest ? MAX_REQUEST_DETAIL_LENGTH : MAX_DETAIL_LENGTH;
  const further = messages.slice(0, MAX_MESSAGES).filter((one) => !message.includes(one));
  const sentences = status === undefined ? [message, ...further] : sentencesOfAnswer(error);
  return sentences.join(' ').slice(0, most).replace(UNPRINTABLE, '?');
}

/**
 * Describes an answer of the service without its text, which may quote the answers of a user. An error that has no messages of the service has a
 * sentence of our own.
 */
function sentencesOfAnswer(error: VaultError): string[] {
  const { status, message, messages } = error;
  const count = messages.length;
  const reason = knownReasonOf(error);
  const questions = refusedQuestionsOf(error).slice(0, MAX_MESSAGES);
  return [
    count
      ? `The service answered with status ${status} and ${count} message${count === 1 ? '' : 's'}.`
      : message,
    ...(reason === undefined ? [] : [`Its error code is ${reason}.`]),
    ...(questions.length ? [`It names ${questions.join(', ')}.`] : []),
  ];
}

/** Control characters and lone surrogates, which take six characters each in JSON. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** Returns the error that a page sees if the backend is misconfigured. */
export const internalError = (): VaultError =>
  new VaultError(
    'configuration_error',
    'The backend is misconfigured. See its log for the reason.',
  );

/** A complete line of a stack trace. */
const FRAME = /^\s+at .*:\d+:\d+\)?$/;

/** Describes the type and the place of an unexpected error. Leaves out its message, which may quote secrets. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The thrown value is not an Error.';
  const { message, stack = '' } = error;
  // Search only after the message, which may contain lines that look like stack frames.
  const start = stack.indexOf(message);
  const behind = start < 0 ? '' : stack.slice(start + message.length);
  const frame = behind.split('\n').find((line) => FRAME.test(line)) ?? '';
  return `${error.constructor.name} ${frame.trim()}`.trim();
}
