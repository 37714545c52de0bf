import { VaultError } from '../../protocol/index.ts';
import { mistakesOfKeys } from '../../options/unknown-keys.ts';
import type { KnownKeys } from '../../options/unknown-keys.ts';

/** @throws VaultError `configuration_error` that lists all `mistakes`, if there are any */
export function assertNoMistakes(mistakes: readonly string[]): void {
  if (!mistakes.length) return;
  const messages = [...mistakes];
  throw new VaultError('configuration_error', messages.join(' '), { messages });
}

/**
 * Refuses an options object with a key that does not exist.
 *
 * @throws VaultError `configuration_error` with one of `messages` for each such key
 */
export const assertKnownOptions = <Options extends object>(
  options: Options,
  known: KnownKeys<Options>,
): void => assertNoMistakes(mistakesOfKeys(options, known));
