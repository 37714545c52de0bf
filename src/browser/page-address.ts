/**
 * Reads addresses that a buyer has written, as they are meant on this page.
 *
 * @module
 */
import { readProperty } from './unclobbered.ts';

const baseOfPage = () => readProperty(Node, document, 'baseURI');

/** Returns an address as a link of the page would follow it. @throws TypeError if it is no URL */
export const resolveAddress = (address: string): URL => new URL(address, baseOfPage());

/**
 * Returns an address of the buyer's own server that no `<base>` of the page can turn into one of another host: a path there means this page's host,
 * whatever `<base href="https://cdn.example/">` is for. A `<base>` of this host counts, as everywhere.
 */
export function addressOnPageHost(address: string): string {
  // A server that renders the page has no document.
  if (typeof document === 'undefined') return address;
  try {
    const base = new URL(baseOfPage());
    return base.origin === location.origin ? address : new URL(address, location.href).href;
  } catch {
    // The page has no address of its own (`about:srcdoc`).
    return address;
  }
}

/** Returns the absolute form of an address over http or https; `undefined` for any other, such as `javascript:`, which could run as code of this page. */
export function webUrl(address: string): string | undefined {
  try {
    const { protocol, href } = resolveAddress(address);
    return ['http:', 'https:'].includes(protocol) ? href : undefined;
  } catch {
    // It is no URL.
    return undefined;
  }
}
