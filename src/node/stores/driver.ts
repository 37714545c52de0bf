import { VaultError } from '../../protocol/index.ts';

/** Timeout for connecting, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/** Timeout for a response of a connected store, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** Loaders by package name. The first installed package is used. */
export type Drivers<T> = Readonly<Record<string, () => Promise<T>>>;

/**
 * Loads the first installed driver.
 *
 * @param drivers loaders by package name
 * @throws VaultError `configuration_error` if none is installed
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
  const message = `VAULTLINK_STORE: ${server} needs a driver. Install it with: npm install ${first} (or ${others.join(', ')}).`;
  throw new VaultError('configuration_error', message, { messages: [message] });
}
