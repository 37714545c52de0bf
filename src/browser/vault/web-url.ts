import { readProperty } from '../unclobbered.ts';

/** Returns the absolute form of an address over http or https; `undefined` for any other, such as `javascript:`, which could run as code of this page. */
export function webUrl(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address, readProperty(Node, document, 'baseURI'));
    return ['http:', 'https:'].includes(protocol) ? href : undefined;
  } catch {
    // It is no URL.
    return undefined;
  }
}
