import { isServiceUrl } from '../../protocol/index.ts';

/** Returns whether a value is an encrypted or loopback URL. URLs with credentials are refused, because they would appear in logs. */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, pathname, username, password } = new URL(value);
  return isServiceUrl(origin + pathname) && !username && !password;
}

/** Returns whether paths can be appended to the URL: it has no query and no fragment. */
export const isBaseAddress = (value: unknown): value is string =>
  isAddress(value) && isServiceUrl(value);

/** Returns whether the URL can be a redirect URI. @see RFC 6749 section 3.1.2, which forbids a fragment */
export const isRedirectUri = (value: unknown): value is string =>
  isAddress(value) && !value.includes('#');

/** Returns whether a value is an origin exactly as browsers serialize it. */
export const isOrigin = (value: unknown): value is string =>
  isAddress(value) && new URL(value).origin === value;
