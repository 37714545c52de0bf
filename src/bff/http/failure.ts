import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { Backend } from '../backend.ts';

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
  const { code, message, messages } = error;
  // A failure of the store has been told where it happened.
  if (code !== 'store_unavailable') {
    const detail = [message, ...messages.filter((one) => !message.includes(one))].join(' ');
    tell({ type: 'failed', where, code, detail });
  }
  return code === 'configuration_error' ? internal() : error;
}

const internal = () =>
  new VaultError('configuration_error', 'This backend has a problem, which its log names.');

/** What and where, but not the message of an error that is not ours: nobody knows what it quotes. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something was thrown that is no error.';
  const line = error.stack?.split('\n').find((one) => /^\s*at |@/.test(one)) ?? '';
  return `${error.constructor.name} ${line.trim()}`.trim();
}
