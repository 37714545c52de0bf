/** Key in sessionStorage under which a tab remembers the backend that it is connected to, if there is no session to ask. */
const CONNECTED_KEY = 'vaultlink-connected';

/**
 * Returns whether this tab remembers a connection to a backend.
 *
 * @param backend an address of the backend
 * @returns `undefined` if the browser blocks storage
 */
export function isTabConnected(backend: string): boolean | undefined {
  try {
    return sessionStorage.getItem(CONNECTED_KEY) === backend;
  } catch {
    return undefined;
  }
}

/** Remembers in this tab whether it is connected to a backend. If the browser blocks storage, the next page has to connect again. */
export function rememberInTab(backend: string, isConnected: boolean): void {
  try {
    if (isConnected) sessionStorage.setItem(CONNECTED_KEY, backend);
    else if (isTabConnected(backend)) sessionStorage.removeItem(CONNECTED_KEY);
  } catch {
    // Storage is blocked or full.
  }
}
