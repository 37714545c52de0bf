/**
 * Makes both storages throw when a script reads them, as strict browsers do, and all browsers in some frames of other sites. Runs in the page, before
 * every other script.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function blockStorage(): void {
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied.', 'SecurityError');
      },
    });
}
