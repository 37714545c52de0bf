/** The failure table of docs/grants.md, its first half: a request, its answer or its process is lost or late. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenConnection } from '../../support/service/answers.ts';
import { startExpired } from '../support/expired-grant.ts';
import { failure } from '../support/secrets.ts';

for (const revokes of ['at once', 'on first use'] as const) {
  const isAtOnce = revokes === 'at once';

  describe(`a failure, where a refresh revokes ${revokes}`, () => {
    it('keeps the grant when an instance crashes before its request leaves', async () => {
      const { startInstanceThatStopsBeforeItsRequest, ...started } = await startExpired(revokes);
      const crashing = startInstanceThatStopsBeforeItsRequest();
      void crashing.push();
      await crashing.stopped;
      assert.equal((await started.storedGrant()).refreshing?.attempt, 1);
      await started.assertGrantIsKept('access-token-2');
      assert.equal(started.tokenRequests.length, 1);
    });

    it('keeps the grant when an instance crashes after its request has left, and the request never arrives', async () => {
      const { startInstance, service, tokenRequests, assertGrantIsKept } =
        await startExpired(revokes);
      const crashing = startInstance();
      service.tokenEndpoint.answerNext((...parameters) => {
        crashing.crash();
        return brokenConnection(...parameters);
      });
      void crashing.push();
      await crashing.stopped;
      await assertGrantIsKept('access-token-2');
      assert.equal(tokenRequests.length, 2);
    });

    it(`${isAtOnce ? 'loses' : 'keeps'} the grant when the answer is lost`, async () => {
      const { service, tokenRequests, assertGrantIsLost, assertGrantIsKept } =
        await startExpired(revokes);
      service.tokenEndpoint.loseNextAnswer();
      await (isAtOnce ? assertGrantIsLost() : assertGrantIsKept('access-token-3'));
      assert.equal(tokenRequests.length, 2);
    });

    it(`${isAtOnce ? 'loses' : 'keeps'} the grant when the answer is so slow that it is given up`, async () => {
      const { service, assertGrantIsLost, assertGrantIsKept } = await startExpired(revokes);
      const timeout = new DOMException('It took too long.', 'TimeoutError');
      service.tokenEndpoint.loseNextAnswer(timeout);
      await (isAtOnce ? assertGrantIsLost() : assertGrantIsKept('access-token-3'));
    });

    it(`${isAtOnce ? 'loses' : 'keeps'} the grant when an instance crashes before it saves the answer`, async () => {
      const { startInstance, service, tokenRequests, assertGrantIsLost, assertGrantIsKept } =
        await startExpired(revokes);
      const crashing = startInstance();
      service.tokenEndpoint.beforeNext(crashing.crash);
      void crashing.push();
      await crashing.stopped;
      await (isAtOnce ? assertGrantIsLost() : assertGrantIsKept('access-token-3'));
      assert.equal(tokenRequests.length, 2);
    });

    it('keeps the grant in a live instance while the store is away', async () => {
      const { startInstance, tokenRequests, store, storedGrant, time } =
        await startExpired(revokes);
      let isAway = true;
      const instance = startInstance({
        ...store,
        saveGrant(...parameters) {
          if (isAway) throw new Error('The store is away.');
          return store.saveGrant(...parameters);
        },
      });
      assert.equal((await failure(time.until(instance.push()))).code, 'store_unavailable');
      assert.equal((await failure(instance.push())).code, 'store_unavailable');
      await time.until(time.sleep(200_000));
      assert.equal((await failure(instance.push())).code, 'store_unavailable');
      assert.equal((await storedGrant()).version, 1);
      isAway = false;
      await time.until(instance.drain());
      assert.equal((await storedGrant()).version, 2);
      assert.equal(await instance.push(), 'access-token-2');
      assert.equal(tokenRequests.length, 1);
    });

    it('keeps the grant when the store saves it but reports a failure', async () => {
      const { startInstance, tokenRequests, store, storedGrant, time } =
        await startExpired(revokes);
      let hasFailed = false;
      const instance = startInstance({
        ...store,
        async saveGrant(...parameters) {
          const isSaved = await store.saveGrant(...parameters);
          if (hasFailed) return isSaved;
          hasFailed = true;
          throw new Error('The connection was cut.');
        },
      });
      assert.equal(await time.until(instance.push()), 'access-token-2');
      assert.equal((await storedGrant()).version, 2);
      assert.equal(tokenRequests.length, 1);
    });

    it('renews the lease while the answer takes longer than a lease lives', async () => {
      const { startInstance, grant, push, service, tokenRequests, store, time } =
        await startExpired(revokes);
      const held = service.tokenEndpoint.holdNext();
      const first = push();
      await held.arrived;
      for (let second = 0; second < 95; second += 5) {
        time.advance(5000);
        await time.settle();
        assert.equal(await store.takeLease(grant.id, 'another', 1000), undefined);
      }
      const second = startInstance().push();
      await time.settle();
      held.release();
      const used = await time.until(Promise.all([first, second]));
      assert.deepEqual(used, ['access-token-2', 'access-token-2']);
      assert.equal(tokenRequests.length, 1);
    });

    it('lets others refresh once a lease may not be renewed any more, when the answer never comes', async () => {
      const { startInstance, push, service, tokenRequests, time } = await startExpired(revokes);
      const held = service.tokenEndpoint.holdNext();
      const unanswered = push();
      await held.arrived;
      const { code } = await failure(time.until(startInstance().push()));
      assert.equal(code, 'service_unreachable');
      for (let second = 40; second < 180; second += 1) {
        time.advance(1000);
        await time.settle();
      }
      assert.equal(await time.until(startInstance().push()), 'access-token-2');
      assert.equal(tokenRequests.length, 2);
      // Otherwise the process would wait for the request until it times out.
      held.release();
      await time.until(unanswered);
    });

    it('starts no second refresh in the same instance when the clock is set forward', async () => {
      const { push, service, tokenRequests, time, assertGrantIsKept } = await startExpired(revokes);
      const held = service.tokenEndpoint.holdNextAnswer();
      const first = push();
      await held.arrived;
      time.set(time.now() + 3_600_000);
      const second = push();
      await time.settle();
      held.release();
      const used = await time.until(Promise.all([first, second]));
      assert.deepEqual(used, ['access-token-2', 'access-token-2']);
      assert.equal(tokenRequests.length, 1);
      await assertGrantIsKept('access-token-2');
    });

    it('lets the same instance refresh again as soon as another could, when the answer never comes', async () => {
      const { startInstance, service, tokenRequests, time, assertGrantIsKept } =
        await startExpired(revokes);
      const { push, drain } = startInstance();
      const held = service.tokenEndpoint.holdNext();
      const first = push();
      await held.arrived;
      await time.until(time.sleep(150_000));
      const second = push();
      await time.until(time.sleep(25_000));
      assert.equal(tokenRequests.length, 1);
      await time.until(time.sleep(20_000));
      const used = await Promise.all([first, second, push()]);
      assert.deepEqual(used, Array(3).fill('access-token-2'));
      await drain();
      assert.equal(tokenRequests.length, 2);
      await assertGrantIsKept('access-token-2');
      held.release();
    });
  });
}
