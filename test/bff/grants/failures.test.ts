/** The failure table of docs/grants.md, its first half: a request, its answer or its process is lost or late. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startExpired } from '../support/expired.ts';
import { broken } from '../support/fake-service.ts';
import { gate } from '../support/keeper.ts';
import { failure } from '../support/secrets.ts';

for (const revokes of ['at once', 'on first use'] as const) {
  const isAtOnce = revokes === 'at once';

  describe(`a failure, where a refresh revokes ${revokes}`, () => {
    it('a crash before the request leaves costs nothing', async () => {
      const { stoppingBeforeRequest, service, stored, assertKept } = await startExpired(revokes);
      const crashing = stoppingBeforeRequest();
      void crashing.push();
      await crashing.stopped;
      assert.equal((await stored()).refreshing?.attempt, 1);
      await assertKept('access-2');
      assert.equal(service.tokenRequests().length, 1);
    });

    it('a crash after the request has left costs nothing, where it never arrives', async () => {
      const { process, service, assertKept } = await startExpired(revokes);
      const crashing = process();
      service.tokenMishaps.push(() => {
        crashing.stop();
        return broken();
      });
      void crashing.push();
      await crashing.stopped;
      await assertKept('access-2');
      assert.equal(service.tokenRequests().length, 2);
    });

    it(`an answer that is lost costs ${isAtOnce ? 'the grant' : 'nothing'}`, async () => {
      const { service, assertLost, assertKept } = await startExpired(revokes);
      service.tokenMishaps.push((answer) => {
        answer();
        return broken();
      });
      await (isAtOnce ? assertLost() : assertKept('access-3'));
      assert.equal(service.tokenRequests().length, 2);
    });

    it(`an answer that is given up because it is slow costs ${isAtOnce ? 'the grant' : 'nothing'}`, async () => {
      const { service, assertLost, assertKept } = await startExpired(revokes);
      service.tokenMishaps.push((answer) => {
        answer();
        throw new DOMException('It took too long.', 'TimeoutError');
      });
      await (isAtOnce ? assertLost() : assertKept('access-3'));
    });

    it(`a crash before the answer is saved costs ${isAtOnce ? 'the grant' : 'nothing'}`, async () => {
      const { process, service, assertLost, assertKept } = await startExpired(revokes);
      const crashing = process();
      service.tokenMishaps.push((answer) => {
        crashing.stop();
        return answer();
      });
      void crashing.push();
      await crashing.stopped;
      await (isAtOnce ? assertLost() : assertKept('access-3'));
      assert.equal(service.tokenRequests().length, 2);
    });

    it('a store that is away when the answer comes costs nothing, while the process lives', async () => {
      const { process, service, store, stored, time } = await startExpired(revokes);
      let isAway = true;
      const holding = process({
        ...store,
        saveGrant(...parameters) {
          if (isAway) throw new Error('The store is away.');
          return store.saveGrant(...parameters);
        },
      });
      assert.equal((await failure(time.until(holding.push()))).code, 'store_unavailable');
      assert.equal((await failure(holding.push())).code, 'store_unavailable');
      await time.until(time.sleep(200_000));
      assert.equal((await failure(holding.push())).code, 'store_unavailable');
      assert.equal((await stored()).version, 1);
      isAway = false;
      await time.until(holding.drain());
      assert.equal((await stored()).version, 2);
      assert.equal(await holding.push(), 'access-2');
      assert.equal(service.tokenRequests().length, 1);
    });

    it('a store that saves, and says that it did not, costs nothing', async () => {
      const { process, service, store, stored, time } = await startExpired(revokes);
      let isTold = false;
      const unsure = process({
        ...store,
        async saveGrant(...parameters) {
          const isSaved = await store.saveGrant(...parameters);
          if (isTold) return isSaved;
          isTold = true;
          throw new Error('The connection was cut.');
        },
      });
      assert.equal(await time.until(unsure.push()), 'access-2');
      assert.equal((await stored()).version, 2);
      assert.equal(service.tokenRequests().length, 1);
    });

    it('an answer that takes longer than a lease lives costs nothing: the lease is renewed', async () => {
      const { process, grant, push, service, store, time } = await startExpired(revokes);
      const arrived = gate();
      service.tokenMishaps.push(async (answer) => {
        arrived.open();
        await time.sleep(100_000);
        return answer();
      });
      const slow = push();
      await arrived.opened;
      for (let second = 0; second < 95; second += 5) {
        time.advance(5000);
        await time.settle();
        assert.equal(await store.takeLease(grant.id, 'another', 1000), undefined);
      }
      const other = process().push();
      assert.deepEqual(await time.until(Promise.all([slow, other])), ['access-2', 'access-2']);
      assert.equal(service.tokenRequests().length, 1);
    });

    it('an answer that never comes is in nobody’s way for longer than a lease may be renewed', async () => {
      const { process, push, service, time } = await startExpired(revokes);
      const arrived = gate();
      service.tokenMishaps.push(() => {
        arrived.open();
        return new Promise<never>(() => undefined);
      });
      void push();
      await arrived.opened;
      assert.equal((await failure(time.until(process().push()))).code, 'service_unreachable');
      for (let second = 40; second < 180; second += 1) {
        time.advance(1000);
        await time.settle();
      }
      assert.equal(await time.until(process().push()), 'access-2');
      assert.equal(service.tokenRequests().length, 2);
    });

    it('a clock that is set forward during a refresh costs nothing: no second one begins in its process', async () => {
      const { push, service, time, assertKept } = await startExpired(revokes);
      const [arrived, mayBeAnswered] = [gate(), gate()];
      service.tokenMishaps.push(async (answer) => {
        const response = answer();
        arrived.open();
        await mayBeAnswered.opened;
        return response;
      });
      const first = push();
      await arrived.opened;
      time.set(time.now() + 3_600_000);
      const second = push();
      await time.settle();
      mayBeAnswered.open();
      assert.deepEqual(await time.until(Promise.all([first, second])), ['access-2', 'access-2']);
      assert.equal(service.tokenRequests().length, 1);
      await assertKept('access-2');
    });

    it('a refresh that is cut off in the middle is in the way of its own process no longer than of another', async () => {
      const { process, service, time, assertKept } = await startExpired(revokes);
      const { push, drain } = process();
      const arrived = gate();
      service.tokenMishaps.push(() => {
        arrived.open();
        return new Promise<never>(() => undefined);
      });
      const first = push();
      await arrived.opened;
      await time.until(time.sleep(150_000));
      const joined = push();
      await time.until(time.sleep(25_000));
      assert.equal(service.tokenRequests().length, 1);
      await time.until(time.sleep(20_000));
      assert.deepEqual(await Promise.all([first, joined, push()]), Array(3).fill('access-2'));
      await drain();
      assert.equal(service.tokenRequests().length, 2);
      await assertKept('access-2');
    });
  });
}
