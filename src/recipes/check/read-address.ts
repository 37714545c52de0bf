import { markPlaceholders } from './placeholders.ts';
import type { MarkedText } from './placeholders.ts';

/** Parts of an address that may hold placeholders, neither decoded nor encoded. */
export interface AddressParts {
  marked: MarkedText;
  /** `https`; empty if it has none. */
  scheme: string;
  /** Host with the port, in lower case. */
  host: string;
  path: string;
  pairs: readonly (readonly [name: string, value: string])[];
  /** Fragment without `#`. */
  hash: string;
}

/** Splits an address into its parts. It may be incomplete, and hold characters that are invalid in a URL. */
export function readAddress(text: string): AddressParts {
  const marked = markPlaceholders(text);
  const [, scheme = '', host = '', path = '', query = '', hash = ''] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#]*)([^?#]*)\??([^#]*)#?(.*)$/is.exec(marked.text) ?? [];
  const pairs = query
    // Treat a second question mark as an ampersand. The rule about encoding reports it.
    .split(/&amp;|[&?]/)
    .filter(Boolean)
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
  return { marked, scheme: scheme.toLowerCase(), host: host.toLowerCase(), path, pairs, hash };
}

/** Returns whether a host is this machine, where http is enough. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
