import { readProperty } from './unclobbered.ts';

/**
 * Returns an address of the buyer's own server that no `<base>` of the page can turn into one of another host: a path there means this page's host,
 * whatever `<base href="https://cdn.example/">` is for. A `<base>` of this host counts, as everywhere.
 */
export function addressOnPageHost(address: string): string {
  // A server that renders the page has no document.
  if (typeof document === 'undefined') return address;
  try {
    const base = new URL(readProperty(Node, document, 'baseURI'));
    return base.origin === location.origin ? address : new URL(address, location.href).href;
  } catch {
    // The page has no address of its own (`about:srcdoc`).
    return address;
  }
}
