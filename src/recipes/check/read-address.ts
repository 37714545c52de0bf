import { markPlaceholders } from './placeholders.ts';
import type { MarkedText } from './placeholders.ts';

/** The parts of an address that may hold placeholders, to the letter. */
export interface AddressParts {
  marked: MarkedText;
  /** `https`; empty if it has none. */
  scheme: string;
  /** With the port, lower case. */
  host: string;
  path: string;
  pairs: readonly (readonly [name: string, value: string])[];
  /** Without `#`. */
  hash: string;
}

/** Takes an address apart. It may be incomplete, and hold what no URL may. */
export function readAddress(text: string): AddressParts {
  const marked = markPlaceholders(text);
  const [, scheme = '', host = '', path = '', query = '', hash = ''] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#]*)([^?#]*)\??([^#]*)#?(.*)$/is.exec(marked.text) ?? [];
  const pairs = query
    // A second question mark is found by the rule about encoding; here it divides like the ampersand that was meant.
    .split(/&amp;|[&?]/)
    .filter(Boolean)
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
  return { marked, scheme: scheme.toLowerCase(), host: host.toLowerCase(), path, pairs, hash };
}

/** Whether an address is on this machine, where http is enough. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
