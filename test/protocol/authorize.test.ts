import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUTHORIZE_PATH, authorizationUrl, SCOPE } from 'vaultlink/protocol';

const request = {
  clientId: 'buyer-app',
  redirectUri: 'https://buyer.example/vault/callback',
  state: 'xyz',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

const parametersOf = (url: string) => [...new URL(url).searchParams];

describe('the authorization URL', () => {
  it('has the query of RFC 6749 section 4.1.1 and RFC 7636 section 4.3', () => {
    assert.equal(
      authorizationUrl('https://service.example/oauth/authorize', request),
      'https://service.example/oauth/authorize?response_type=code&client_id=buyer-app' +
        '&redirect_uri=https%3A%2F%2Fbuyer.example%2Fvault%2Fcallback&scope=push_packet&state=xyz' +
        '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    );
  });

  it('carries any state to the letter', () => {
    const state = 'a b+c&d=é%#"/?';
    const url = authorizationUrl('https://service.example/a', { ...request, state });
    assert.equal(new URL(url).searchParams.get('state'), state);
    assert.equal(new URL(url).hash, '');
  });

  it('asks for another scope where one is named', () => {
    const url = authorizationUrl('https://service.example/a', { ...request, scope: 'a b' });
    assert.equal(new URL(url).searchParams.get('scope'), 'a b');
  });

  it('keeps a query that the address has', () => {
    const url = authorizationUrl('https://service.example/a?tenant=7', request);
    assert.deepEqual(parametersOf(url)[0], ['tenant', '7']);
    assert.equal(parametersOf(url).length, 8);
  });

  it('never has a parameter twice', () => {
    const url = authorizationUrl('https://service.example/a?state=old&client_id=old', request);
    assert.deepEqual(new URL(url).searchParams.getAll('state'), ['xyz']);
    assert.deepEqual(new URL(url).searchParams.getAll('client_id'), ['buyer-app']);
  });

  it('is refused where the address is none', () => {
    assert.throws(() => authorizationUrl('/oauth/authorize', request), TypeError);
  });

  it('has its names from the interface and the assumptions', () => {
    assert.equal(SCOPE, 'push_packet');
    assert.equal(AUTHORIZE_PATH, '/oauth/authorize');
  });
});
