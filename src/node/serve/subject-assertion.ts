import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { VaultError } from '../../protocol/index.ts';
import type { SubjectAssertion } from '../config/environment.ts';

/** Clock difference to the signer up to which an assertion counts. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Returns a `subject` option that reads the user from the `sub` of a signed assertion. An assertion that is expired, for others, or signed by others
 * names nobody.
 *
 * The returned function throws a VaultError `store_unavailable` if the keys cannot be read, so that nobody counts as signed out because of that.
 *
 * @param onUnavailable called then, with a sentence for the operator
 * @see RFC 7519, RFC 8725
 */
export function readSubjectAssertion(
  { header, jwks, issuer, audience }: SubjectAssertion,
  onUnavailable: (sentence: string) => void,
): (request: Request) => Promise<string | undefined> {
  const keys = createRemoteJWKSet(new URL(jwks));
  const options = {
    issuer,
    audience,
    requiredClaims: ['sub', 'exp'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  return async ({ headers }) => {
    const token = headers.get(header)?.replace(/^Bearer /i, '');
    if (!token) return undefined;
    try {
      const { payload } = await jwtVerify(token, keys, options);
      return payload.sub;
    } catch (error) {
      if (isAboutToken(error)) return undefined;
      onUnavailable('The keys of VAULTLINK_SUBJECT_JWT_JWKS cannot be read.');
      throw new VaultError(
        'store_unavailable',
        'It cannot be checked who is signed in. Try again later.',
      );
    }
  };
}

/** Returns whether an error means that the token does not count. All others mean that the keys could not be read. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT|JWKS_NO|JWKS_MULTIPLE)_/.test(error.code);
