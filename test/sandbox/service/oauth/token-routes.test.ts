import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsOf, errorOf, startOAuth } from '../../oauth-driver.ts';
import type { Tokens } from '../../oauth-driver.ts';

describe('a token response', () => {
  it('has the fields of the interface (§2.2), for either grant', async () => {
    const { codeOf, codeBody, token, refreshBody } = startOAuth();
    const first = await token(codeBody(await codeOf()));
    const { refresh_token } = first.body as Tokens;
    for (const { status, headers, body } of [first, await token(refreshBody(refresh_token))]) {
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('cache-control'), 'no-store');
      const { access_token, refresh_token: next, ...rest } = body as Tokens;
      assert.match(access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.match(next, /^[\w-]{43}$/);
      assert.deepEqual(rest, {
        token_type: 'Bearer',
        expires_in: 86400,
        scope: 'push_packet',
        created_at: '2026-03-01T12:00:00.000Z',
      });
    }
  });

  it('has an access token whose expires_at is 24 hours ahead (§5.4)', async () => {
    const { connect } = startOAuth();
    const { access_token } = await connect();
    assert.equal(claimsOf(access_token).expires_at, '2026-03-02T12:00:00.000Z');
  });

  it('never has the same token twice', async () => {
    const { connect } = startOAuth();
    const all = [await connect(), await connect(), await connect()];
    const tokens = all.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
    assert.equal(new Set(tokens).size, 6);
  });
});

describe('a token request', () => {
  for (const field of [
    ...['code', 'code_verifier', 'client_secret', 'client_id', 'redirect_uri', 'state'],
  ]) {
    it(`for a code must have ${field} as a string (§4.2)`, async () => {
      const { codeOf, codeBody, token } = startOAuth();
      const body = codeBody(await codeOf());
      for (const value of [undefined, null, 7, '']) {
        const answer = await token({ ...body, [field]: value });
        assert.deepEqual(errorOf(answer), [400, 'invalid_request']);
        const { error_description } = answer.body as { error_description: string };
        assert.match(error_description, new RegExp(`: ${field}\\.$`));
      }
      assert.equal((await token(body)).status, 200);
    });
  }

  for (const field of ['refresh_token', 'client_secret', 'client_id', 'redirect_uri']) {
    it(`for a refresh must have ${field} as a string (§4.2)`, async () => {
      const { connect, refreshBody, token } = startOAuth();
      const body = refreshBody((await connect()).refresh_token);
      for (const value of [undefined, null, 7, '']) {
        const answer = await token({ ...body, [field]: value });
        assert.deepEqual(errorOf(answer), [400, 'invalid_request']);
      }
      assert.equal((await token(body)).status, 200);
    });
  }

  it('must name an existing grant type', async () => {
    const { token } = startOAuth();
    assert.deepEqual(errorOf(await token({})), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await token({ grant_type: 7 })), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await token({ grant_type: 'password' })), [
      400,
      'unsupported_grant_type',
    ]);
  });

  it('must be JSON with Content-Type application/json', async () => {
    const { send, codeOf, codeBody, token } = startOAuth();
    const body = codeBody(await codeOf());
    const form = new URLSearchParams(body).toString();
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/jsonp'];
    for (const type of types) {
      const answer = await send('/oauth/token', form, { 'content-type': type });
      assert.deepEqual(errorOf(answer), [415, 'invalid_request']);
    }
    for (const text of ['', '{', '[]', 'null', '"text"']) {
      assert.deepEqual(errorOf(await token(text)), [400, 'invalid_request']);
    }
    const named = { 'content-type': 'Application/JSON; charset=utf-8' };
    assert.equal((await send('/oauth/token', body, named)).status, 200);
  });

  it('must be a POST', async () => {
    const { call } = startOAuth();
    const answer = await call('/oauth/token');
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST');
  });
});
