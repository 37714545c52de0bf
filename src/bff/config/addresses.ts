import { isServiceUrl } from '../../protocol/index.ts';

/** Whether what comes back would not travel in the clear. Userinfo would stand in logs. */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, pathname, username, password } = new URL(value);
  return isServiceUrl(origin + pathname) && !username && !password;
}

/** Whether it is an address that paths can be written behind: without query and hash. */
export const isBaseAddress = (value: unknown): value is string =>
  isAddress(value) && isServiceUrl(value);

/** Whether it can be the redirect URI of a client. @see RFC 6749 section 3.1.2, which has no hash there */
export const isRedirectUri = (value: unknown): value is string =>
  isAddress(value) && !value.includes('#');

/** Whether it is an origin as browsers write it, with nothing behind it. */
export const isOrigin = (value: unknown): value is string =>
  isAddress(value) && new URL(value).origin === value;
