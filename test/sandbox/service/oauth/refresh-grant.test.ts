import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsOf, errorOf, OTHER, startOAuth } from '../../oauth-driver.ts';
import type { Tokens } from '../../oauth-driver.ts';

describe('a refresh token', () => {
  it('is revoked once it was used; the new one counts (§3.2)', async () => {
    const { connect, refresh, push } = startOAuth();
    const first = await connect();
    const second = (await refresh(first.refresh_token)).body as Tokens;
    assert.deepEqual(errorOf(await refresh(first.refresh_token)), [400, 'invalid_grant']);
    assert.equal((await push(second.access_token, {})).status, 200);
    assert.equal((await refresh(second.refresh_token)).status, 200);
  });

  it('works once for requests that come at the same time', async () => {
    const { connect, refresh } = startOAuth();
    const { refresh_token } = await connect();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  });

  it('renews an access token that has expired, for the same seller', async () => {
    const { connect, refresh, push, post, answersOf } = startOAuth();
    const { access_token, refresh_token } = await connect('seller-2');
    await post('clock', { advance_seconds: 86_400 });
    assert.equal((await push(access_token, {})).status, 401);
    const next = (await refresh(refresh_token)).body as Tokens;
    assert.equal(claimsOf(next.access_token).expires_at, '2026-03-03T12:00:00.000Z');
    assert.equal((await push(next.access_token, { name: 'Jonas' })).status, 200);
    assert.deepEqual(await answersOf('seller-2'), [{ name: 'Jonas' }]);
  });

  it('works for its own client only', async () => {
    const { connect, refreshBody, token } = startOAuth();
    const body = refreshBody((await connect()).refresh_token);
    assert.deepEqual(errorOf(await token({ ...body, ...OTHER })), [400, 'invalid_grant']);
    const wrong = { ...body, client_secret: 'guess' };
    assert.deepEqual(errorOf(await token(wrong)), [401, 'invalid_client']);
    const elsewhere = { ...body, redirect_uri: 'https://buyer.example/' };
    assert.deepEqual(errorOf(await token(elsewhere)), [400, 'invalid_grant']);
    assert.equal((await token(body)).status, 200);
  });
});
