import { VaultError } from '../../protocol/index.ts';
import type { Settings } from '../config/settings.ts';

/** Longest address, in bytes: it travels in a cookie, and several of those in one header. */
const LONGEST = 1000;

/**
 * Where a browser may be sent back to: a path, or an address of the own or of an allowed origin. It is parsed as a browser would, and what
 * the parser made of it is used, never the text. What browsers have read in different ways is no address at all: white space, control
 * characters, backslashes, two slashes at the start (encoded, too), a scheme without them. Nor is a call of the backend itself, which would
 * lead in circles.
 *
 * @param text default: the own origin's root
 * @returns absolute
 * @throws VaultError `invalid_request`
 */
export function parseReturnTo(
  text: string | null,
  { origin, basePath, allowedOrigins }: Pick<Settings, 'origin' | 'basePath' | 'allowedOrigins'>,
): string {
  const url = addressOf(text || '/', origin);
  if (url) {
    const { href, username, password, pathname } = url;
    const isOurs = url.origin === origin || allowedOrigins.has(url.origin);
    // A router reads a path with its escapes decoded.
    const path = pathname.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent);
    const isCall = url.origin === origin && path.startsWith(`${basePath}/`);
    if (isOurs && !isCall && !username && !password && href.length <= LONGEST) return href;
  }
  if (url && url.origin !== origin && !allowedOrigins.has(url.origin)) {
    throw new VaultError(
      'invalid_request',
      `return_to leads to ${url.origin}, and this backend is at ${origin}: it must be a path, or an address of an allowed origin.`,
    );
  }
  throw new VaultError(
    'invalid_request',
    `return_to must be a path, or an address of an allowed origin, of at most ${LONGEST} bytes.`,
  );
}

/** What every browser reads in the same way. */
function addressOf(text: string, origin: string): URL | undefined {
  const isPathOrUrl = /^(\/(?![/]|%2f|%5c)|https?:\/\/[^/])/i;
  const isAmbiguous = /[\x00-\x20\x7f\\]/;
  if (text.length > LONGEST || !isPathOrUrl.test(text) || isAmbiguous.test(text)) return undefined;
  return URL.canParse(text, origin) ? new URL(text, origin) : undefined;
}

/** `address` with one more parameter, unless it has it; its query and its hash stay to the letter. */
export function withParameter(
  address: string,
  { name, value }: { name: string; value: string },
): string {
  const url = new URL(address);
  if (url.searchParams.get(name) !== value) url.search += `${url.search && '&'}${name}=${value}`;
  return url.href;
}
