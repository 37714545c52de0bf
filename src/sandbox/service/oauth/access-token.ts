import { SignJWT } from 'jose';
import type { InstantForm } from '../behaviour/switch-table.ts';
import { timestamp } from '../../market/clock.ts';

/** Seconds for which an access token is valid. @see interface §8 */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 86_400;

/** Claims of an access token. */
export interface AccessTokenClaims {
  seller_id: string;
  client_id: string;
  scope: string;
  /** An instant, in any form. @see interface §5.4 */
  expires_at: string | number;
}

/** Creates a signed JWT with a unique `jti`. @see interface §2.2 */
export function createAccessToken(
  key: Uint8Array,
  jti: string,
  { seller_id, ...claims }: AccessTokenClaims,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(accountId(seller_id))
    .setJti(jti)
    .sign(key);
}

/** Returns the account of the seller who owns a vault. It differs from the seller's id, so that nobody confuses them. @see interface §2.3 */
export const accountId = (sellerId: string): string => `account-of-${sellerId}`;

/** Formats an instant. */
export function instantIn(form: InstantForm, atMs: number): string | number {
  const seconds = Math.floor(atMs / 1000);
  switch (form) {
    case 'iso':
      return timestamp(atMs);
    case 'seconds':
      return seconds;
    case 'milliseconds':
      return atMs;
    case 'seconds_text':
      return String(seconds);
    case 'milliseconds_text':
      return String(atMs);
  }
}
