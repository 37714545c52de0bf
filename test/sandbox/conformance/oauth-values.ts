import { createHash, randomBytes } from 'node:crypto';
import { fieldOf } from './answer.ts';
import { NotTested } from './verdict.ts';

/** Returns the access token of a token response. @throws NotTested without one */
export const accessTokenOf = (tokens: unknown): string => tokenOf(tokens, 'access_token');

/** Returns the refresh token of a token response. @throws NotTested without one */
export const refreshTokenOf = (tokens: unknown): string => tokenOf(tokens, 'refresh_token');

/** The code challenge of a code verifier. @see RFC 7636 section 4.2 */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** 256 random bits. */
export const randomText = (): string => randomBytes(32).toString('base64url');

function tokenOf(tokens: unknown, name: string): string {
  const token = fieldOf(tokens, name);
  if (typeof token !== 'string') throw new NotTested(`needs ${name} in the token response`);
  return token;
}
