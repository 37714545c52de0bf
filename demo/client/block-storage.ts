/**
 * Runs in the page, before every other script: lets both storages throw at their mere name, as a strict browser does, or any browser in a
 * frame of another site.
 *
 * Served as its own text, so it uses nothing from outside itself.
 */
export function blockStorage(): void {
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied.', 'SecurityError');
      },
    });
}
