import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAGIC_SELLERS } from 'vaultlink/sandbox';
import { authorizeUrl, startOAuth } from '../oauth-driver.ts';

describe('A magic seller', () => {
  it('is added when its id is first used, and not before', async () => {
    const sandbox = startOAuth();
    assert.equal((await sandbox.state()).sellers.length, 2);
    for (const { id } of MAGIC_SELLERS) await sandbox.open('survey', id);
    await sandbox.open('survey', 'magic-slow');
    const ids = (await sandbox.state()).sellers.map((seller) => seller.id);
    assert.deepEqual(ids, ['seller-1', 'seller-2', ...MAGIC_SELLERS.map(({ id }) => id)]);
    const unknown = { packet_id: 'survey', seller_id: 'magic-unknown' };
    assert.equal((await sandbox.post('endlinks', unknown)).status, 400);
  });

  it('has only spent tokens', async () => {
    const sandbox = startOAuth({ replies: { used_token: { status: 409 } } });
    const { token } = await sandbox.open('survey', 'magic-token-spent');
    assert.equal((await sandbox.report('complete', token)).status, 409);
  });

  it('has only expired tokens', async () => {
    const sandbox = startOAuth({ replies: { expired_token: { status: 410 } } });
    const { token } = await sandbox.open('survey', 'magic-token-expired');
    assert.equal((await sandbox.report('complete', token)).status, 410);
  });

  it('is answered slowly', async () => {
    const sandbox = startOAuth();
    const { token } = await sandbox.open('survey', 'magic-slow');
    const answer = sandbox.report('complete', token);
    // It is kept like a request that a fault holds, so that this test need not wait.
    while ((await sandbox.sandbox.releaseRequests()) === 0);
    assert.equal((await answer).status, 200);
    const other = await sandbox.open('survey', 'seller-1');
    assert.equal((await sandbox.report('complete', other.token)).status, 200);
  });

  it('always denies consent', async () => {
    const sandbox = startOAuth();
    const { searchParams } = await sandbox.allow('magic-denies', authorizeUrl());
    assert.equal(searchParams.get('error'), 'access_denied');
  });

  it('has only expired access tokens, which can be refreshed', async () => {
    const sandbox = startOAuth();
    const tokens = await sandbox.connect('magic-access-expired');
    assert.equal((await sandbox.push(tokens.access_token, { drink: 'tea' })).status, 401);
    assert.equal((await sandbox.refresh(tokens.refresh_token)).status, 200);
  });

  it('cannot refresh', async () => {
    const sandbox = startOAuth();
    const tokens = await sandbox.connect('magic-refresh-fails');
    assert.equal((await sandbox.push(tokens.access_token, { drink: 'tea' })).status, 200);
    assert.equal((await sandbox.refresh(tokens.refresh_token)).status, 400);
    const [last] = (await sandbox.requests()).slice(-1);
    assert.match(String((last as { reason?: unknown } | undefined)?.reason), /magic-refresh-fails/);
  });
});
