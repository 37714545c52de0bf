import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { listen } from 'vaultlink/node';
import type { Listener } from 'vaultlink/node';
import { readSubjectAssertion } from '../../../src/node/serve/subject-assertion.ts';

const ISSUER = 'https://team.example';
const AUDIENCE = 'vault';
const HEADER = 'Cf-Access-Jwt-Assertion';

/** A proxy with a key, and somebody else with another one of the same id. */
const [own, others] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
let keys: unknown = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256' }] };
let server: Listener;
before(async () => {
  server = await listen(() => Response.json(keys, { status: keys === undefined ? 500 : 200 }));
});
after(() => server.close());

const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'ada' };
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const signed = (changed: object = {}, key = own.privateKey) =>
  new SignJWT({ ...claims, exp: inSeconds(300), ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(key);

/** Returns the user named by a request with this header. */
async function subjectOf(token: string | undefined) {
  const unavailable: string[] = [];
  const assertion = { header: HEADER, jwks: server.origin, issuer: ISSUER, audience: AUDIENCE };
  const read = readSubjectAssertion(assertion, (sentence) => unavailable.push(sentence));
  const headers = new Headers();
  if (token !== undefined) headers.set(HEADER, token);
  const request = new Request('https://app.example/vault/session', { headers });
  const subject = await read(request).catch((error: unknown) => (error as { code: string }).code);
  return { subject, unavailable };
}

describe('a signed assertion', () => {
  it('names the user in its sub, also behind the word Bearer', async () => {
    assert.equal((await subjectOf(await signed())).subject, 'ada');
    assert.equal((await subjectOf(`Bearer ${await signed()}`)).subject, 'ada');
    assert.equal((await subjectOf(await signed({ aud: ['other', AUDIENCE] }))).subject, 'ada');
  });

  for (const [what, token] of [
    ['is missing', () => undefined],
    ['is no JWT', () => 'ada'],
    ['is not signed', () => new UnsecuredJWT({ ...claims, exp: inSeconds(300) }).encode()],
    ['somebody else has signed', () => signed({}, others.privateKey)],
    ['has expired', () => signed({ exp: inSeconds(-120) })],
    ['never expires', () => signed({ exp: undefined })],
    ['does not count yet', () => signed({ nbf: inSeconds(600) })],
    ['has another issuer', () => signed({ iss: 'https://other.example' })],
    ['has another audience', () => signed({ aud: 'other' })],
    ['has no audience', () => signed({ aud: undefined })],
    ['has no sub', () => signed({ sub: undefined })],
    [
      'is signed with a key of another id',
      () =>
        new SignJWT({ ...claims, exp: inSeconds(300) })
          .setProtectedHeader({ alg: 'ES256', kid: 'k2' })
          .sign(own.privateKey),
    ],
    [
      'is signed with the public key as a secret',
      () =>
        new SignJWT({ ...claims, exp: inSeconds(300) })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(new TextEncoder().encode(JSON.stringify(keys))),
    ],
  ] as const) {
    it(`names nobody where it ${what}`, async () => {
      assert.deepEqual(await subjectOf(await token()), { subject: undefined, unavailable: [] });
    });
  }

  it('is no answer while the keys cannot be read', async () => {
    const token = await signed();
    const before = keys;
    for (const wrong of [undefined, 'no keys', {}]) {
      keys = wrong;
      const { subject, unavailable } = await subjectOf(token);
      assert.equal(subject, 'store_unavailable');
      assert.deepEqual(unavailable, ['The keys of VAULTLINK_SUBJECT_JWT_JWKS cannot be read.']);
    }
    keys = before;
  });
});
