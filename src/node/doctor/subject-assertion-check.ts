import { generateKeyPairSync, sign } from 'node:crypto';
import { failed, notChecked, ok } from '../../findings/index.ts';
import { BASE_PATH } from '../../protocol/index.ts';
import type { SubjectAssertion } from '../config/environment.ts';
import { fieldsOf, madeUpSecret, sendRequest } from './ask.ts';
import { headersOfPage } from './backend-check.ts';
import type { Check } from './check.ts';

const LIFETIME_SECONDS = 300;

/** Checks whether the keys of the signed assertion can be read, and whether the backend accepts one that is not signed, or signed by somebody else. */
export const subjectAssertion: Check = {
  id: 'subject-assertion',
  group: 'Backend',
  title: 'Signed subject',
  needs: ['backend'],
  async run({ settings, connections }) {
    const { subjectAssertion: assertion, bff } = settings;
    if (!assertion) return ok('VAULTLINK_SUBJECT_JWT_HEADER is not set.');
    const { header, jwks } = assertion;
    const { keys } = fieldsOf(await sendRequest(connections, jwks));
    const [key] = (Array.isArray(keys) ? keys : []) as { kid?: string; kty?: string }[];
    if (!key) {
      return failed(
        'There is no key at VAULTLINK_SUBJECT_JWT_JWKS.',
        'Set it to the URL of the JSON Web Key Set of your proxy.',
      );
    }
    const address = `${bff.origin}${BASE_PATH}/session`;
    const isUser = async (token?: string) => {
      const headers = { ...headersOfPage(bff.origin), ...(token && { [header]: token }) };
      return 'connected' in fieldsOf(await sendRequest(connections, address, { headers }));
    };
    if (await isUser()) {
      return notChecked(
        'Requests from this machine already belong to a user, so this check cannot tell whether a client can forge the assertion.',
      );
    }
    for (const [kind, token] of [
      ['is not signed', unsigned(assertion)],
      ['somebody else has signed', signedByOthers(assertion, key)],
    ] as const) {
      if (!(await isUser(token))) continue;
      return failed(
        `The backend accepts an assertion in ${header} that ${kind}, so a client can act as any user.`,
        'Restart the running backend with VAULTLINK_SUBJECT_JWT_HEADER, VAULTLINK_SUBJECT_JWT_JWKS, VAULTLINK_SUBJECT_JWT_ISSUER and VAULTLINK_SUBJECT_JWT_AUDIENCE. If your own server mounts it, verify the signature there.',
      );
    }
    return ok(
      `It refuses an assertion in ${header} that is not signed, or that somebody else has signed.`,
    );
  },
};

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

const claimsOf = ({ issuer, audience }: SubjectAssertion) => {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: audience, sub: madeUpSecret(), iat: now, exp: now + LIFETIME_SECONDS };
};

/** @see RFC 7519 section 6 */
const unsigned = (assertion: SubjectAssertion) =>
  `${encode({ alg: 'none' })}.${encode(claimsOf(assertion))}.`;

/** Signs with a new key, but names the key of the proxy. */
function signedByOthers(
  assertion: SubjectAssertion,
  { kid, kty }: { kid?: string; kty?: string },
): string {
  const isRsa = kty === 'RSA';
  const { privateKey } = isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = `${encode({ alg: isRsa ? 'RS256' : 'ES256', kid })}.${encode(claimsOf(assertion))}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
