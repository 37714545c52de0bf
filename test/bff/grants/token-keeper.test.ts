import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  invalidToken,
  withErrors,
  withJson,
  withOAuthError,
  withStatus,
} from '../../support/service/answers.ts';
import { DAY_MS, sealer, startConnected } from '../support/instances.ts';
import { failure } from '../support/secrets.ts';

describe('a new grant', () => {
  it('seals its pair, and counts its expiry from its receipt', async () => {
    const { grant, time } = await startConnected();
    assert.equal(grant.version, 1);
    assert.equal(grant.scope, 'push_packet');
    assert.equal(grant.receivedAtMs, time.now());
    assert.equal(grant.expiresAtMs, time.now() + DAY_MS);
    assert.match(grant.id, /^[\w-]{43}$/);
    assert.doesNotMatch(JSON.stringify(grant), /access-|refresh-/);
    assert.match(await sealer.open(grant.sealed, grant.id), /access-token-1.*refresh-token-1/);
  });
});

describe('a pair whose lifetime no date can hold', () => {
  for (const seconds of [1e15, '9'.repeat(400)]) {
    it(`is kept for a year: ${String(seconds).slice(0, 20)}`, async () => {
      const { push, drain, service, time, storedGrant } = await startConnected();
      time.advance(DAY_MS);
      const pair = { access_token: 'access-token-2', refresh_token: 'refresh-token-2' };
      const reply = { ...pair, token_type: 'Bearer', expires_in: seconds };
      service.tokenEndpoint.replaceNextAnswer(withJson(200, reply));
      assert.equal(await push(), 'access-token-2');
      await drain();
      assert.equal((await storedGrant()).expiresAtMs, time.now() + 365 * DAY_MS);
    });
  }
});

describe('a valid access token', () => {
  it('is used without a refresh', async () => {
    const { push, tokenRequests, time } = await startConnected();
    time.advance(0.89 * DAY_MS);
    assert.equal(await push(), 'access-token-1');
    assert.equal(tokenRequests.length, 0);
  });

  it('is refreshed once in the background in its last tenth, while all callers still use it', async () => {
    const { push, drain, service, tokenRequests, time } = await startConnected();
    time.advance(0.9 * DAY_MS);
    service.tokenEndpoint.beforeNext(() => time.sleep(1000));
    const used = await Promise.all(Array.from({ length: 20 }, () => push()));
    assert.deepEqual(new Set(used), new Set(['access-token-1']));
    await time.until(drain());
    assert.equal(await push(), 'access-token-2');
    assert.equal(tokenRequests.length, 1);
  });

  it('stays in use when the background refresh fails, which is tried again later', async () => {
    const { push, drain, service, tokenRequests, time } = await startConnected();
    time.advance(0.95 * DAY_MS);
    service.tokenEndpoint.answerNext(withOAuthError(429, 'slow_down'));
    assert.equal(await push(), 'access-token-1');
    await drain();
    assert.equal(await push(), 'access-token-1');
    await drain();
    assert.equal(tokenRequests.length, 1);
    time.advance(30_000);
    await push();
    await drain();
    assert.equal(await push(), 'access-token-2');
  });
});

describe('a push that the service refuses', () => {
  it('is sent again with a new token after a 401', async () => {
    const { push, service, tokenRequests } = await startConnected();
    service.pushEndpoint.answerNext(invalidToken);
    assert.equal(await push(), 'access-token-2');
    assert.equal(tokenRequests.length, 1);
    assert.equal(service.requests.length, 3);
  });

  it('is sent again without a refresh when another instance has refreshed', async () => {
    const { push, startInstance, grant, service, tokenRequests } = await startConnected();
    service.pushEndpoint.answerNext(withStatus(401));
    await startInstance().push();
    assert.equal(tokenRequests.length, 1);
    assert.equal(await push(grant), 'access-token-2');
    assert.equal(tokenRequests.length, 1);
  });

  it('requires a new connection, and no further refresh, when the new token is refused too', async () => {
    const { push, service, tokenRequests, storedGrant } = await startConnected();
    const unauthorized = withStatus(401);
    service.pushEndpoint.answerNext(unauthorized, unauthorized, unauthorized);
    assert.equal((await failure(push())).code, 'reconnect_required');
    assert.equal((await failure(push())).code, 'reconnect_required');
    assert.equal(tokenRequests.length, 1);
    assert.equal((await storedGrant()).deadReason, undefined);
    assert.equal(await push(), 'access-token-2');
  });

  it('is not sent again after a validation error', async () => {
    const { push, service } = await startConnected();
    service.pushEndpoint.answerNext(withErrors(422, 'Too old.'));
    assert.deepEqual((await failure(push())).messages, ['Too old.']);
    assert.equal(service.requests.length, 1);
  });

  it('fails with not_connected when there is no grant', async () => {
    const { push } = await startConnected();
    assert.equal((await failure(push('grant-0'))).code, 'not_connected');
  });
});
