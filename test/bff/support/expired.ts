import assert from 'node:assert/strict';
import type { Revocation } from './fake-service.ts';
import { expire, start } from './keeper.ts';
import { failure } from './secrets.ts';

/** A user whose access token has ended, at a service of either kind. */
export async function startExpired(revokes: Revocation) {
  const started = await start({ revokes });
  const { push, grant, time, store, stored, events, process } = started;
  expire(time);
  return {
    ...started,
    /** A process that stops when it has noted that it is about to refresh, before its request leaves. */
    stoppingBeforeRequest: () => {
      const stopping = process({
        ...store,
        async markRefreshing(...parameters) {
          const isHeld = await store.markRefreshing(...parameters);
          stopping.stop();
          return isHeld;
        },
      });
      return stopping;
    },
    /** The pair of before is spent, and nobody has the one after it: the user is told, and the reason says why. */
    assertLost: async () => {
      const reason = 'answer_lost';
      assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
      assert.equal((await failure(push())).code, 'reconnect_required');
      assert.equal((await stored()).deadReason, reason);
      const { id: grantId, subject } = grant;
      assert.deepEqual(events, [{ type: 'reconnect_required', grantId, subject, reason }]);
    },
    /** The stored pair is good, and nothing else is left of what happened. */
    assertKept: async (accessToken: string) => {
      assert.equal(await time.until(push()), accessToken);
      const { deadReason, refreshing } = await stored();
      assert.deepEqual(
        { deadReason, refreshing },
        { deadReason: undefined, refreshing: undefined },
      );
    },
  };
}
