import { VaultError } from '../../../protocol/index.ts';
import type { RedisConnection } from './redis-client.ts';
import { keysOf } from './redis-keys.ts';
import type { RedisMethod } from './redis-keys.ts';

/** Runs a method of the script. @returns its reply */
export type RunMethod = (
  method: RedisMethod,
  ...parameters: (string | number)[]
) => Promise<unknown>;

/**
 * Creates a {@link RunMethod}. It rejects with VaultError `configuration_error` if a later version of Vaultlink has written the keys.
 *
 * @param options.prefix prefix of all keys
 * @param options.now real time in milliseconds since 1970; `undefined`: the clock of Redis
 */
export function createRun(
  connection: RedisConnection,
  { prefix, now }: { prefix: string; now: (() => number) | undefined },
): RunMethod {
  return async (method, ...given) => {
    try {
      const parameters = given.map(String);
      const leading = [prefix, String(now?.() ?? ''), method];
      return await connection.run(keysOf(prefix, method, parameters), [...leading, ...parameters]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('LATER'))) throw error;
      throw new VaultError(
        'configuration_error',
        'A later version of Vaultlink has written this database.',
      );
    }
  };
}
