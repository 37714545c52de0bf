import { isPacketId, isVaultError, VaultError } from '../protocol/index.ts';
import type { Backend } from './backend.ts';

/** Of the messages behind an error, as many are looked at for the operator. */
const MOST_MESSAGES = 20;

/** Longest detail in the log, in characters, if the service or the configuration caused the error. */
const LONGEST_DETAIL = 2000;

/** Longest detail in the log, in characters, if the call caused the error. A stranger may have written it, and must not fill the log. */
const LONGEST_DETAIL_OF_CALL = 200;

/** A stranger may have written the packet's id as well. */
const LONGEST_PACKET_ID = 100;

/**
 * What a page may know of an error; the operator is told the rest.
 *
 * @param where the call that failed
 * @param packetId of a call that was a push, as it came
 */
export function publicError(
  { tell }: Backend,
  where: string,
  error: unknown,
  packetId?: unknown,
): VaultError {
  const isNamed = isPacketId(packetId) && packetId.length <= LONGEST_PACKET_ID;
  const ofPacket = isNamed ? { packetId } : {};
  if (!isVaultError(error)) {
    const detail = placeOf(error);
    tell({ type: 'failed', where, code: 'configuration_error', detail, ...ofPacket });
    return internalError();
  }
  const { code } = error;
  // A failure of the store has been told where it happened.
  if (code !== 'store_unavailable') {
    tell({ type: 'failed', where, code, detail: detailOf(error), ...ofPacket });
  }
  return code === 'configuration_error' ? internalError() : error;
}

/** Whoever calls decides how many messages there are and how long they get: neither a log nor a turn is theirs to fill. */
function detailOf({ code, status, message, messages }: VaultError): string {
  const isOfCall = status === undefined && code !== 'configuration_error';
  const most = isOfCall ? LONGEST_DETAIL_OF_CALL : LONGEST_DETAIL;
  const further = messages.slice(0, MOST_MESSAGES).filter((one) => !message.includes(one));
  const detail = [message, ...further].join(' ').slice(0, most);
  return detail.replace(UNPRINTABLE, '?');
}

/** Control characters and halves of surrogate pairs, which JSON writes with six characters each. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** What a page is told of a mistake in the configuration. */
export const internalError = (): VaultError =>
  new VaultError('configuration_error', 'This backend has a problem, which its log names.');

/** A whole line of a stack. */
const FRAME = /^\s+at .*:\d+:\d+\)?$/;

/** Says what was thrown and where, but not the message of an error that is not ours: nobody knows what it quotes. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something was thrown that is no error.';
  const { message, stack = '' } = error;
  // The message may have lines that look like frames, so they are looked for behind it alone.
  const start = stack.indexOf(message);
  const behind = start < 0 ? '' : stack.slice(start + message.length);
  const frame = behind.split('\n').find((line) => FRAME.test(line)) ?? '';
  return `${error.constructor.name} ${frame.trim()}`.trim();
}
