/** The failure table of docs/grants.md, its second half: two processes send the same refresh token, or the grant is another one by now. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import type { Store } from '../../../src/bff/stores/store.ts';
import { createSignal } from '../../support/signal.ts';
import { startExpired } from '../support/expired-grant.ts';
import { failure } from '../support/secrets.ts';

/** A store that can forget who has its lease, as a Redis does whose replica takes over. */
function forgetful(store: Store, grantId: string) {
  const { promise: takenAgain, resolve } = createSignal();
  let owner = '';
  const takeLease: Store['takeLease'] = (id, by, lifetimeMs) => {
    if (owner) resolve();
    owner = by;
    return store.takeLease(id, by, lifetimeMs);
  };
  return {
    store: { ...store, takeLease },
    takenAgain,
    forget: () => store.releaseLease(grantId, owner),
  };
}

for (const revokes of ['at once', 'on first use'] as const) {
  const isAtOnce = revokes === 'at once';
  /** With what everybody goes on, where two have sent the same refresh token. */
  const used = isAtOnce ? 'access-token-2' : 'access-token-3';

  /** Another process refreshes while the first one has not saved its answer, and then that one goes on. */
  async function assertLateWins(
    { push, storedGrant, time, assertGrantIsKept }: Awaited<ReturnType<typeof startExpired>>,
    late: Promise<string>,
    resume: () => void,
  ) {
    if (isAtOnce) {
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.equal((await storedGrant()).deadReason, 'answer_lost');
    } else {
      assert.equal(await time.until(push()), used);
    }
    resume();
    // Nor does it replace a pair that another has saved meanwhile.
    assert.equal(await time.until(late), used);
    await assertGrantIsKept(used);
    assert.equal((await storedGrant()).version, 2);
  }

  describe(`two holders of one grant, where a refresh revokes ${revokes}`, () => {
    it('keeps the grant when an instance pauses for longer than the lease before its request leaves', async () => {
      const {
        startInstanceThatStopsBeforeItsRequest,
        push,
        tokenRequests,
        time,
        eventTypes,
        assertGrantIsKept,
      } = await startExpired(revokes);
      const pausing = startInstanceThatStopsBeforeItsRequest();
      const late = pausing.push();
      await pausing.stopped;
      assert.equal(await time.until(push()), 'access-token-2');
      pausing.resume();
      assert.equal(await time.until(late), 'access-token-2');
      await assertGrantIsKept('access-token-2');
      assert.equal(tokenRequests.length, 2);
      assert.deepEqual(eventTypes(), ['refreshed']);
    });

    it('sends nothing when an instance pauses with its lease for longer than that lasts, and another has refreshed', async () => {
      const { startInstance, store, push, tokenRequests, time, assertGrantIsKept } =
        await startExpired(revokes);
      let hasPaused = false;
      const pausing = startInstance({
        ...store,
        async takeLease(...parameters) {
          const lease = await store.takeLease(...parameters);
          if (!hasPaused) pausing.pause();
          hasPaused = true;
          return lease;
        },
      });
      const late = pausing.push();
      await pausing.stopped;
      assert.equal(await time.until(push()), 'access-token-2');
      const { length } = tokenRequests;
      pausing.resume();
      assert.equal(await time.until(late), 'access-token-2');
      assert.equal(tokenRequests.length, length);
      await assertGrantIsKept('access-token-2');
    });

    it('keeps the pair that an instance saves after a pause, although another instance has given the grant up', async () => {
      const started = await startExpired(revokes);
      const { startInstance, service } = started;
      const pausing = startInstance();
      service.tokenEndpoint.beforeNext(pausing.pause);
      const late = pausing.push();
      await pausing.stopped;
      await assertLateWins(started, late, pausing.resume);
    });

    it('keeps the pair that is answered late, when the store forgets the lease and two instances refresh', async () => {
      const started = await startExpired(revokes);
      const { startInstance, grant, service, store } = started;
      const failing = forgetful(store, grant.id);
      const held = service.tokenEndpoint.holdNextAnswer();
      const first = startInstance(failing.store).push();
      await held.arrived;
      await failing.forget();
      await assertLateWins(started, first, held.release);
    });

    it('waits for the other instance when the store forgets the lease and the service refuses the first of two refreshes', async () => {
      const {
        startInstance,
        grant,
        service,
        store,
        storedGrant,
        time,
        eventTypes,
        assertGrantIsKept,
      } = await startExpired(revokes);
      const failing = forgetful(store, grant.id);
      const answered = createSignal();
      const mayBeSaved = createSignal();
      const held = service.tokenEndpoint.holdNext();
      const first = startInstance(failing.store).push();
      await held.arrived;
      await failing.forget();
      const second = startInstance({
        ...store,
        async saveGrant(...parameters) {
          answered.resolve();
          await mayBeSaved.promise;
          return store.saveGrant(...parameters);
        },
      }).push();
      await answered.promise;
      held.release();
      // Refused, it looks again what the other does; or else it has a pair of its own.
      await Promise.race([failing.takenAgain, time.until(first)]);
      mayBeSaved.resolve();
      assert.deepEqual(await time.until(Promise.all([first, second])), [used, used]);
      await assertGrantIsKept(used);
      assert.equal((await storedGrant()).version, 2);
      assert.deepEqual(eventTypes(), ['refreshed']);
    });

    it('loses the grant when the store loses what it had saved', async () => {
      const { startInstance, tokenRequests, store, storedGrant, time, push } =
        await startExpired(revokes);
      const forgetting = startInstance({ ...store, saveGrant: () => true });
      assert.equal(await time.until(forgetting.push()), 'access-token-2');
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.match((await storedGrant()).deadReason ?? '', /^(answer_lost|invalid_grant)$/);
      assert.equal(tokenRequests.length, 2);
    });

    it('keeps a user disconnected who disconnects during a refresh', async () => {
      const { grant, push, service, store, time } = await startExpired(revokes);
      service.tokenEndpoint.beforeNext(() => store.disconnect('session-1'));
      assert.equal((await failure(time.until(push()))).code, 'not_connected');
      assert.equal(await store.findGrant(grant.id), undefined);
    });

    it('keeps the new connection of a user who connects again during a refresh', async () => {
      const { grant, push, service, store, time } = await startExpired(revokes);
      const next = { ...grant, id: 'grant-2', sealed: 'another pair' };
      service.tokenEndpoint.beforeNext(() =>
        store.connect({ id: 'session-2', grantId: next.id, expiresAtMs: Infinity }, next),
      );
      // The push goes on with the new connection, whose pair cannot be opened here.
      assert.equal((await failure(time.until(push()))).code, 'configuration_error');
      assert.equal(await store.findGrant(grant.id), undefined);
      assert.deepEqual(await store.findGrant(next.id), next);
    });

    it('spends no token in a copy of the database under another deployment', async () => {
      const { startInstance, tokenRequests, store, storedGrant, time, assertGrantIsKept } =
        await startExpired(revokes);
      const keys = [{ id: 'k', key: Buffer.alloc(32, 1).toString('base64') }];
      const copy = startInstance(store, createSealer(keys, { deploymentId: 'staging' }));
      assert.equal((await failure(time.until(copy.push()))).code, 'configuration_error');
      assert.equal(tokenRequests.length, 0);
      assert.equal((await storedGrant()).refreshing, undefined);
      await assertGrantIsKept('access-token-2');
    });
  });
}
