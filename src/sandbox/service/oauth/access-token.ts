import { SignJWT } from 'jose';
import type { InstantForm } from '../behaviour/oauth-behaviour.ts';
import { timestamp } from '../../market/clock.ts';

/** @see interface §8 */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 86_400;

/** What an access token says. */
export interface AccessTokenClaims {
  seller_id: string;
  client_id: string;
  scope: string;
  /** An instant, in any form. @see interface §5.4 */
  expires_at: string | number;
}

/** A JWT that nobody else can sign, and that is unlike every other by its `jti`. @see interface §2.2 */
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

/** The account of the seller who owns the vault. Not the seller's id, so that nobody takes the one for the other. @see interface §2.3 */
export const accountId = (sellerId: string): string => `account-of-${sellerId}`;

/** Writes an instant in that form. */
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
