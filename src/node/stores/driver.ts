import { VaultError } from '../../protocol/index.ts';

/** How long a connection may take to be made, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/** How long a store that is connected may take to answer, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** Packages by their names, each with how it is used once it is imported. The first one that is installed is taken. */
export type Drivers<T> = Readonly<Record<string, () => Promise<T>>>;

/**
 * What the first package that is installed makes.
 *
 * @param drivers by the names of their packages
 * @throws VaultError `configuration_error` where none is
 */
export async function installedDriver<T>(server: string, drivers: Drivers<T>): Promise<T> {
  for (const load of Object.values(drivers)) {
    try {
      return await load();
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  const [first = '', ...others] = Object.keys(drivers);
  const message = `VAULTLINK_STORE: ${server} needs its driver: npm install ${first} (or ${others.join(', ')}).`;
  throw new VaultError('configuration_error', message, { messages: [message] });
}
