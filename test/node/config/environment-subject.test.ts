import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

const ASSERTION = {
  VAULTLINK_SUBJECT_JWT_HEADER: 'X-Jwt',
  VAULTLINK_SUBJECT_JWT_JWKS: 'https://team.example/keys?kind=public',
  VAULTLINK_SUBJECT_JWT_ISSUER: 'https://team.example',
  VAULTLINK_SUBJECT_JWT_AUDIENCE: 'vault',
};
const read = (more: Record<string, string>) =>
  readEnvironment({ ...variables('https://service.example'), ...more });

describe('the variables of a signed assertion', () => {
  it('are read together', () => {
    assert.deepEqual(read(ASSERTION).subjectAssertion, {
      header: 'X-Jwt',
      jwks: 'https://team.example/keys?kind=public',
      issuer: 'https://team.example',
      audience: 'vault',
    });
    assert.equal(read({}).subjectAssertion, undefined);
  });

  for (const name of Object.keys(ASSERTION)) {
    it(`are refused without ${name}, which the message names`, () => {
      assert.throws(
        () => read({ ...ASSERTION, [name]: '' }),
        new RegExp(`${name} must be set too`),
      );
      assert.throws(
        () => read({ [name]: ASSERTION[name as keyof typeof ASSERTION] }),
        /, VAULTLINK_SUBJECT_JWT_\w+, VAULTLINK_SUBJECT_JWT_\w+ must be set too/,
      );
    });
  }

  it('accept no plain http to another machine', () => {
    assert.throws(
      () => read({ ...ASSERTION, VAULTLINK_SUBJECT_JWT_JWKS: 'http://team.example/keys' }),
      /VAULTLINK_SUBJECT_JWT_JWKS must be an https URL/,
    );
  });
});
