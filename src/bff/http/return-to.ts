import { VaultError } from '../../protocol/index.ts';
import type { Settings } from '../config/settings.ts';

/** Maximum length in bytes: the URL is kept in a cookie, and several of these share one header. */
const MAX_LENGTH = 1000;

/** First segments of the backend's routes. Other pages of the origin may share its base path. */
const ROUTE_NAMES = 'connect|callback|exchange|session|packets|endlinks|health';

/**
 * Validates the URL to which the browser returns: a path, or a URL of the backend's own or an allowed origin. The text is parsed as in a browser, and
 * only the parsed URL is used. Rejects everything that browsers have parsed in different ways: white space, control characters, backslashes before
 * the query, two leading slashes (also encoded), and a scheme without slashes. Also rejects routes of the backend, which could cause redirect loops.
 *
 * @param text default: the root of the backend's origin
 * @returns an absolute URL
 * @throws VaultError `invalid_request`
 */
export function parseReturnTo(
  text: string | null,
  { origin, basePath, allowedOrigins }: Pick<Settings, 'origin' | 'basePath' | 'allowedOrigins'>,
): string {
  const url = addressOf(text || '/', origin);
  const isOwn = url?.origin === origin;
  if (url && !isOwn && !allowedOrigins.has(url.origin)) {
    throw new VaultError(
      'invalid_request',
      `return_to leads to ${url.origin}, and this backend is at ${origin}: it must be a path, or an address of an allowed origin.`,
    );
  }
  const hasSecret = url && (url.username || url.password);
  if (!url || hasSecret || url.href.length > MAX_LENGTH || (isOwn && isRoute(url, basePath))) {
    throw new VaultError(
      'invalid_request',
      `return_to must be a path, or an address of an allowed origin, of at most ${MAX_LENGTH} bytes.`,
    );
  }
  return url.href;
}

/** Parses a URL that all browsers parse in the same way. */
function addressOf(text: string, origin: string): URL | undefined {
  const isPathOrUrl = /^(\/(?![/]|%2f|%5c)|https?:\/\/[^/])/i;
  // In a query or a hash, browsers leave a backslash as it is: there it separates nothing.
  const isAmbiguous = /[\x00-\x20\x7f]|^[^?#]*\\/;
  if (text.length > MAX_LENGTH || !isPathOrUrl.test(text) || isAmbiguous.test(text))
    return undefined;
  return URL.canParse(text, origin) ? new URL(text, origin) : undefined;
}

function isRoute({ pathname }: URL, basePath: string): boolean {
  // Routers match decoded paths.
  const path = pathname.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent);
  if (!path.startsWith(`${basePath}/`)) return false;
  return new RegExp(`^(${ROUTE_NAMES})(/|$)`).test(path.slice(basePath.length + 1));
}

/** Adds a query parameter, unless the URL already has it. Query and fragment otherwise stay unchanged. */
export function withParameter(
  address: string,
  { name, value }: { name: string; value: string },
): string {
  const url = new URL(address);
  if (url.searchParams.get(name) !== value) url.search += `${url.search && '&'}${name}=${value}`;
  return url.href;
}
