import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusesEveryGrant } from '../../../src/bff/service/token-refusal.ts';
import { invalidClient, jsonResponse, withStatus } from '../../support/service/answers.ts';
import { DAY_MS, expireAccessToken, sealer, startConnected } from '../support/instances.ts';
import { failure } from '../support/secrets.ts';

describe('an expired access token', () => {
  it('is refreshed once for 200 callers at a time', async () => {
    const { push, tokenRequests, time, eventTypes, store, grant } = await startConnected();
    expireAccessToken(time);
    const used = await time.until(Promise.all(Array.from({ length: 200 }, () => push())));
    assert.ok(await store.takeLease(grant.id, 'another', 1000), 'The lease was not released.');
    assert.deepEqual(new Set(used), new Set(['access-token-2']));
    assert.equal(tokenRequests.length, 1);
    assert.deepEqual(eventTypes(), ['refreshed']);
  });

  it('is refreshed once for 12 callers in each of 4 instances', async () => {
    const { startInstance, tokenRequests, time } = await startConnected();
    expireAccessToken(time);
    const instances = Array.from({ length: 4 }, () => startInstance());
    const callers = instances.flatMap(({ push }) => Array.from({ length: 12 }, () => push()));
    const used = await time.until(Promise.all(callers));
    assert.deepEqual(new Set(used), new Set(['access-token-2']));
    assert.equal(tokenRequests.length, 1);
  });

  it('is refreshed once, although a later caller has read the grant before the refresh', async () => {
    const { push, grant, tokenRequests, time } = await startConnected();
    expireAccessToken(time);
    await time.until(push(grant));
    assert.equal(await time.until(push(grant)), 'access-token-2');
    assert.equal(tokenRequests.length, 1);
  });

  it('is refreshed again when the service refuses the new one before the lease is released', async () => {
    const { push, startInstance, service, tokenRequests, time, store, grant } =
      await startConnected();
    expireAccessToken(time);
    const slow = startInstance({
      ...store,
      async releaseLease(...values) {
        await time.sleep(5000);
        await store.releaseLease(...values);
      },
    });
    const first = slow.push();
    while ((await store.findGrant(grant.id))?.version !== 2) await time.settle();
    service.pushEndpoint.answerNext(withStatus(401));
    const second = slow.push();
    assert.equal(await time.until(second), 'access-token-3');
    await time.until(first);
    assert.equal(await push(), 'access-token-3');
    assert.equal(tokenRequests.length, 2);
  });

  it('is not refreshed without the lease: a caller that waits too long gets an error', async () => {
    const { push, tokenRequests, time, store, grant } = await startConnected();
    expireAccessToken(time);
    await store.takeLease(grant.id, 'another', DAY_MS);
    assert.equal((await failure(time.until(push()))).code, 'service_unreachable');
    assert.equal(tokenRequests.length, 0);
  });
});

describe('a refresh that the service refuses', () => {
  it('ends the grant, and the store keeps the reason', async () => {
    const { push, service, time, storedGrant } = await startConnected();
    expireAccessToken(time);
    service.revokeTokens();
    assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
    assert.equal((await storedGrant()).deadReason, 'invalid_grant');
  });

  it('keeps the grant when another instance has saved a new pair meanwhile', async () => {
    const { push, service, time, store, grant, storedGrant } = await startConnected();
    expireAccessToken(time);
    service.tokenEndpoint.answerNext(async (_, processRequest) => {
      processRequest();
      const pair = JSON.stringify(['access-token-2', 'refresh-token-2']);
      const sealed = await sealer.seal(pair, grant.id);
      const times = { receivedAtMs: time.now(), expiresAtMs: time.now() + DAY_MS };
      await store.saveGrant(grant.id, 1, { sealed, ...times });
      return jsonResponse(400, { error: 'invalid_grant', error_description: 'It is revoked.' });
    });
    assert.equal(await time.until(push()), 'access-token-2');
    assert.equal((await storedGrant()).deadReason, undefined);
  });

  it('keeps the grant, and leaves no mark, when the client is refused', async () => {
    const { push, service, time, storedGrant } = await startConnected();
    expireAccessToken(time);
    service.tokenEndpoint.answerNext(invalidClient);
    const error = await failure(time.until(push()));
    assert.equal(error.code, 'configuration_error');
    assert(refusesEveryGrant(error));
    assert.equal((await storedGrant()).refreshing, undefined);
    assert.equal(await time.until(push()), 'access-token-2');
  });
});
