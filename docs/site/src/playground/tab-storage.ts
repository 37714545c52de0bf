/**
 * The storage of a tab, or of the browser, in the memory of the playground's page. So each tab has a `sessionStorage` of its own, and a browser
 * that blocks storage can show the playground too.
 */
export class TabStorage {
  /** Items are properties, as in a browser's own storage. Methods are inherited. */
  [name: string]: unknown;

  /** A copy, as the browser makes it for a duplicated tab. */
  static copyOf(storage: TabStorage): TabStorage {
    return Object.assign(new TabStorage(), storage);
  }

  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }

  setItem(name: string, value: string): void {
    this[name] = value;
  }

  removeItem(name: string): void {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete this[name];
  }
}
