import { isServiceUrl } from '../../protocol/index.ts';

/** Returns whether a value is an encrypted or loopback URL. URLs with credentials are refused, because they would appear in logs. */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, pathname, username, password } = new URL(value);
  return isServiceUrl(origin + pathname) && !username && !password;
}

/** The rule for an address, for messages that begin with its name. */
export const ADDRESS_RULE = 'must be an https URL, or an http URL on this machine';

/** Returns whether paths can be appended to the URL: it has no query and no fragment. */
export const isBaseAddress = (value: unknown): value is string =>
  isAddress(value) && isServiceUrl(value);

/** Returns whether the URL can be a redirect URI. @see RFC 6749 section 3.1.2, which forbids a fragment */
export const isRedirectUri = (value: unknown): value is string =>
  isAddress(value) && !value.includes('#');

/** The rule for a redirect URI. */
export const REDIRECT_URI_RULE = `${ADDRESS_RULE}, without a hash`;

/** Returns whether a value is an origin exactly as browsers serialize it. */
export const isOrigin = (value: unknown): value is string =>
  isAddress(value) && new URL(value).origin === value;

/** The rule for an origin. */
export const ORIGIN_RULE =
  'must be an origin such as https://app.example, without a path or a trailing slash. http is allowed only on this machine';
