import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';

/** Of the messages behind an error, as many are looked at for the operator. */
const MOST_MESSAGES = 20;

/** The operator is told so many characters. */
const LONGEST_DETAIL = 2000;

/**
 * What a page may know of an error; the operator is told the rest.
 *
 * @param where the call that failed
 */
export function publicError({ tell }: Backend, where: string, error: unknown): VaultError {
  if (!isVaultError(error)) {
    tell({ type: 'failed', where, code: 'configuration_error', detail: placeOf(error) });
    return internal();
  }
  const { code } = error;
  // A failure of the store has been told where it happened.
  if (code !== 'store_unavailable') tell({ type: 'failed', where, code, detail: detailOf(error) });
  return code === 'configuration_error' ? internal() : error;
}

/** Whoever calls decides how many messages there are and how long they get: neither a log nor a turn is theirs to fill. */
function detailOf({ message, messages }: VaultError): string {
  const further = messages.slice(0, MOST_MESSAGES).filter((one) => !message.includes(one));
  return [message, ...further].join(' ').slice(0, LONGEST_DETAIL);
}

const internal = () =>
  new VaultError('configuration_error', 'This backend has a problem, which its log names.');

/** What and where, but not the message of an error that is not ours: nobody knows what it quotes. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something was thrown that is no error.';
  const line = error.stack?.split('\n').find((one) => /^\s*at |@/.test(one)) ?? '';
  return `${error.constructor.name} ${line.trim()}`.trim();
}
