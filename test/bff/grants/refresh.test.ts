import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusesEveryGrant } from '../../../src/bff/service/token-refusal.ts';
import { json } from '../support/fake-service.ts';
import { DAY_MS, expire, sealer, start } from '../support/keeper.ts';
import { failure } from '../support/secrets.ts';

describe('an expired access token', () => {
  it('is renewed once for 200 callers at a time', async () => {
    const { push, service, time, types, store, grant } = await start();
    expire(time);
    const used = await time.until(Promise.all(Array.from({ length: 200 }, () => push())));
    assert.ok(await store.takeLease(grant.id, 'another', 1000), 'The lease is back.');
    assert.deepEqual(new Set(used), new Set(['access-2']));
    assert.equal(service.tokenRequests().length, 1);
    assert.deepEqual(types(), ['refreshed']);
  });

  it('is renewed once for 12 callers in each of 4 processes', async () => {
    const { process, service, time } = await start();
    expire(time);
    const processes = Array.from({ length: 4 }, () => process());
    const callers = processes.flatMap(({ push }) => Array.from({ length: 12 }, () => push()));
    const used = await time.until(Promise.all(callers));
    assert.deepEqual(new Set(used), new Set(['access-2']));
    assert.equal(service.tokenRequests().length, 1);
  });

  it('is renewed once, though a caller read the grant before and comes after', async () => {
    const { push, grant, service, time } = await start();
    expire(time);
    await time.until(push(grant));
    assert.equal(await time.until(push(grant)), 'access-2');
    assert.equal(service.tokenRequests().length, 1);
  });

  it('is renewed again where the new one is refused before the lease is back', async () => {
    const { push, process, service, time, store, grant } = await start();
    expire(time);
    const slow = process({
      ...store,
      async releaseLease(...values) {
        await time.sleep(5000);
        await store.releaseLease(...values);
      },
    });
    const first = slow.push();
    while ((await store.findGrant(grant.id))?.version !== 2) await time.settle();
    service.mishaps.push(() => new Response(null, { status: 401 }));
    const second = slow.push();
    assert.equal(await time.until(second), 'access-3');
    await time.until(first);
    assert.equal(await push(), 'access-3');
    assert.equal(service.tokenRequests().length, 2);
  });

  it('is not renewed without the lease: whoever waits too long is told', async () => {
    const { push, service, time, store, grant } = await start();
    expire(time);
    await store.takeLease(grant.id, 'another', DAY_MS);
    assert.equal((await failure(time.until(push()))).code, 'service_unreachable');
    assert.equal(service.tokenRequests().length, 0);
  });
});

describe('a refresh that is refused', () => {
  it('ends the grant, which stays to be told', async () => {
    const { push, service, time, stored } = await start();
    expire(time);
    service.issue();
    assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
    assert.equal((await stored()).deadReason, 'invalid_grant');
  });

  it('ends nothing where another has saved a pair meanwhile', async () => {
    const { push, service, time, store, grant, stored } = await start();
    expire(time);
    service.mishaps.push(async () => {
      service.issue();
      const sealed = await sealer.seal(JSON.stringify(['access-2', 'refresh-2']), grant.id);
      const times = { receivedAtMs: time.now(), expiresAtMs: time.now() + DAY_MS };
      await store.saveGrant(grant.id, 1, { sealed, ...times });
      return json(400, { error: 'invalid_grant', error_description: 'It is revoked.' });
    });
    assert.equal(await time.until(push()), 'access-2');
    assert.equal((await stored()).deadReason, undefined);
  });

  it('for another reason leaves the grant and no mark', async () => {
    const { push, service, time, stored } = await start();
    expire(time);
    service.mishaps.push(() => json(401, { error: 'invalid_client', error_description: 'No.' }));
    const error = await failure(time.until(push()));
    assert.equal(error.code, 'configuration_error');
    assert(refusesEveryGrant(error));
    assert.equal((await stored()).refreshing, undefined);
    assert.equal(await time.until(push()), 'access-2');
  });
});
