/** The failure table of docs/grants.md, its second half: two processes send the same refresh token, or the grant is another one by now. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import type { Store } from '../../../src/bff/stores/store.ts';
import { startExpired } from '../support/expired.ts';
import { gate } from '../support/keeper.ts';
import { failure } from '../support/secrets.ts';

/** A store that can forget who has its lease, as a Redis does whose replica takes over. */
function forgetful(store: Store, grantId: string) {
  const { opened: takenAgain, open } = gate();
  let owner = '';
  const takeLease: Store['takeLease'] = (id, by, lifetimeMs) => {
    if (owner) open();
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
  const used = isAtOnce ? 'access-2' : 'access-3';

  /** Another process refreshes while the first one has not saved its answer, and then that one goes on. */
  async function assertLateWins(
    { push, stored, time, assertKept }: Awaited<ReturnType<typeof startExpired>>,
    late: Promise<string>,
    goOn: () => void,
  ) {
    if (isAtOnce) {
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.equal((await stored()).deadReason, 'answer_lost');
    } else {
      assert.equal(await time.until(push()), used);
    }
    goOn();
    // Nor does it replace a pair that another has saved meanwhile.
    assert.equal(await time.until(late), used);
    await assertKept(used);
    assert.equal((await stored()).version, 2);
  }

  describe(`two holders of one grant, where a refresh revokes ${revokes}`, () => {
    it('a pause beyond the lease before the request leaves costs nothing', async () => {
      const { stoppingBeforeRequest, push, service, time, types, assertKept } =
        await startExpired(revokes);
      const pausing = stoppingBeforeRequest();
      const late = pausing.push();
      await pausing.stopped;
      assert.equal(await time.until(push()), 'access-2');
      pausing.goOn();
      assert.equal(await time.until(late), 'access-2');
      await assertKept('access-2');
      assert.equal(service.tokenRequests().length, 2);
      assert.deepEqual(types(), ['refreshed']);
    });

    it('a pause beyond the lease before the answer is saved costs nothing: a late save wins over a grant that was given up', async () => {
      const started = await startExpired(revokes);
      const { process, service } = started;
      const pausing = process();
      service.tokenMishaps.push((answer) => {
        pausing.stop();
        return answer();
      });
      const late = pausing.push();
      await pausing.stopped;
      await assertLateWins(started, late, pausing.goOn);
    });

    it('a lease that the store forgets costs nothing where the first of two senders is answered late', async () => {
      const started = await startExpired(revokes);
      const { process, grant, service, store } = started;
      const failing = forgetful(store, grant.id);
      const arrived = gate();
      const mayBeAnswered = gate();
      service.tokenMishaps.push(async (answer) => {
        const response = answer();
        arrived.open();
        await mayBeAnswered.opened;
        return response;
      });
      const first = process(failing.store).push();
      await arrived.opened;
      await failing.forget();
      await assertLateWins(started, first, mayBeAnswered.open);
    });

    it('a lease that the store forgets costs nothing where the first of two senders is refused: the other decides', async () => {
      const { process, grant, service, store, stored, time, types, assertKept } =
        await startExpired(revokes);
      const failing = forgetful(store, grant.id);
      const [left, mayArrive, answered, mayBeSaved] = [gate(), gate(), gate(), gate()];
      service.tokenMishaps.push(async (answer) => {
        left.open();
        await mayArrive.opened;
        return answer();
      });
      const first = process(failing.store).push();
      await left.opened;
      await failing.forget();
      const second = process({
        ...store,
        async saveGrant(...parameters) {
          answered.open();
          await mayBeSaved.opened;
          return store.saveGrant(...parameters);
        },
      }).push();
      await answered.opened;
      mayArrive.open();
      // Refused, it looks again what the other does; or else it has a pair of its own.
      await Promise.race([failing.takenAgain, time.until(first)]);
      mayBeSaved.open();
      assert.deepEqual(await time.until(Promise.all([first, second])), [used, used]);
      await assertKept(used);
      assert.equal((await stored()).version, 2);
      assert.deepEqual(types(), ['refreshed']);
    });

    it('a store that loses what it had saved costs the grant', async () => {
      const { process, service, store, stored, time, push } = await startExpired(revokes);
      const forgetting = process({ ...store, saveGrant: () => true });
      assert.equal(await time.until(forgetting.push()), 'access-2');
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.match((await stored()).deadReason ?? '', /^(answer_lost|invalid_grant)$/);
      assert.equal(service.tokenRequests().length, 2);
    });

    it('a user who disconnects during a refresh stays disconnected', async () => {
      const { grant, push, service, store, time } = await startExpired(revokes);
      service.tokenMishaps.push(async (answer) => {
        await store.disconnect('session-1');
        return answer();
      });
      assert.equal((await failure(time.until(push()))).code, 'not_connected');
      assert.equal(await store.findGrant(grant.id), undefined);
    });

    it('a user who connects again during a refresh keeps the new connection', async () => {
      const { grant, push, service, store, time } = await startExpired(revokes);
      const next = { ...grant, id: 'grant-2', sealed: 'another pair' };
      service.tokenMishaps.push(async (answer) => {
        await store.connect({ id: 'session-2', grantId: next.id, expiresAtMs: Infinity }, next);
        return answer();
      });
      assert.equal((await failure(time.until(push()))).code, 'not_connected');
      assert.equal(await store.findGrant(grant.id), undefined);
      assert.deepEqual(await store.findGrant(next.id), next);
    });

    it('a copy of the database under another deployment spends no token', async () => {
      const { process, service, store, stored, time, assertKept } = await startExpired(revokes);
      const keys = [{ id: 'k', key: Buffer.alloc(32, 1).toString('base64') }];
      const copy = process(store, createSealer(keys, { deploymentId: 'staging' }));
      assert.equal((await failure(time.until(copy.push()))).code, 'configuration_error');
      assert.equal(service.tokenRequests().length, 0);
      assert.equal((await stored()).refreshing, undefined);
      await assertKept('access-2');
    });
  });
}
