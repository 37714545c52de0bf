import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSecrets } from '../../../src/node/conformance/secrets.ts';

describe('the secrets of a conformance run', () => {
  it('are hidden as they were added, and as they stand in an address', () => {
    const secrets = createSecrets();
    assert.equal(secrets.add('a+b/c=d'), 'a+b/c=d');
    assert.equal(
      secrets.hide('sent a+b/c=d, then ?code=a%2Bb%2Fc%3Dd'),
      'sent [hidden], then ?code=[hidden]',
    );
  });

  it('have at least six characters, because a shorter one occurs in ordinary words', () => {
    const secrets = createSecrets();
    for (const value of ['', 'short', 'sixsix']) secrets.add(value);
    assert.equal(secrets.hide('short and sixsix'), 'short and [hidden]');
  });

  it('are hidden whole where one begins with another', () => {
    const secrets = createSecrets();
    for (const value of ['secret-1', 'secret-12', 'secret-123']) secrets.add(value);
    assert.equal(secrets.hide('secret-123 secret-12'), '[hidden] [hidden]');
  });

  it('include everything that looks like a JWT', () => {
    const secrets = createSecrets();
    assert.equal(secrets.hide('got eyJhb.eyJz-dWI.c_ln, eyJhb.x.'), 'got [hidden], [hidden]');
  });
});
