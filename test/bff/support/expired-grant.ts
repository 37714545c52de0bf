import assert from 'node:assert/strict';
import type { Revocation } from '../../support/service/token-ledger.ts';
import { expireAccessToken, startConnected } from './instances.ts';
import { failure } from './secrets.ts';

/** A user whose access token has expired. */
export async function startExpired(revokes: Revocation) {
  const started = await startConnected({ revokes });
  const { push, grant, time, store, storedGrant, events, startInstance } = started;
  expireAccessToken(time);
  return {
    ...started,
    /** An instance that stops once the store knows that it will refresh, before its request leaves. */
    startInstanceThatStopsBeforeItsRequest: () => {
      const instance = startInstance({
        ...store,
        async markRefreshing(...parameters) {
          const isHeld = await store.markRefreshing(...parameters);
          instance.pause();
          return isHeld;
        },
      });
      return instance;
    },
    /** Asserts that the old token pair is spent, that the new one is lost, and that the user must reconnect for this reason. */
    assertGrantIsLost: async () => {
      const reason = 'answer_lost';
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.equal((await failure(push())).code, 'reconnect_required');
      assert.equal((await storedGrant()).deadReason, reason);
      const { id: grantId, subject } = grant;
      assert.deepEqual(events, [{ type: 'reconnect_required', grantId, subject, reason }]);
    },
    /** Fails unless the service takes this access token, and the grant has no mark of a failure. */
    assertGrantIsKept: async (accessToken: string) => {
      assert.equal(await time.until(push()), accessToken);
      const { deadReason, refreshing } = await storedGrant();
      assert.deepEqual(
        { deadReason, refreshing },
        { deadReason: undefined, refreshing: undefined },
      );
    },
  };
}
