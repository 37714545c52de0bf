import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/bff/stores/store.ts';
import { broken, cut, json } from '../support/fake-service.ts';
import { expire, faulty, start } from '../support/keeper.ts';
import { failure } from '../support/secrets.ts';

describe('a refresh without a clear answer', () => {
  const unclear = {
    'no answer': broken,
    'half an answer': () => cut('{"access_tok'),
    'a 500': () => json(500, { errors: { base: ['Oops.'] } }),
  };
  for (const [what, mishap] of Object.entries(unclear)) {
    it(`is sent once more with the same token: ${what}`, async () => {
      const { push, service, time } = await start();
      expire(time);
      service.mishaps.push(mishap);
      assert.equal(await time.until(push()), 'access-2');
      assert.deepEqual(
        service.tokenRequests().map(({ body }) => body.refresh_token),
        ['refresh-1', 'refresh-1'],
      );
    });

    it(`leaves the grant and its mark where the second has none either: ${what}`, async () => {
      const { push, service, time, stored } = await start();
      expire(time);
      service.mishaps.push(mishap, mishap);
      assert.match((await failure(time.until(push()))).code, /^service_(unreachable|error)$/);
      assert.equal((await stored()).deadReason, undefined);
      assert.equal((await stored()).refreshing?.attempt, 2);
      assert.equal(await time.until(push()), 'access-2');
    });
  }

  it('ends the grant where the service had spent the token: its answer is lost', async () => {
    const { push, service, time, stored } = await start();
    expire(time);
    service.mishaps.push((answer) => {
      answer();
      return json(500, {});
    });
    assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
    assert.equal((await stored()).deadReason, 'answer_lost');
  });

  it('keeps the new refresh token of an answer that is otherwise useless', async () => {
    const { push, service, time } = await start();
    expire(time);
    service.mishaps.push((answer) => {
      answer();
      return json(200, { refresh_token: 'refresh-2' });
    });
    assert.equal((await failure(time.until(push()))).code, 'service_error');
    assert.equal(await time.until(push()), 'access-3');
  });
});

describe('a pair that cannot be saved', () => {
  it('is saved at the fourth time, loudly, and lost to nobody', async () => {
    const change = (store: Store) => faulty(store, 'saveGrant', 3);
    const { push, service, time, types, stored } = await start({ change });
    expire(time);
    assert.equal(await time.until(push()), 'access-2');
    assert.deepEqual(types(), ['save_failed', 'save_failed', 'save_failed', 'refreshed']);
    assert.equal((await stored()).version, 2);
    assert.equal(service.tokenRequests().length, 1);
  });

  it('is saved although a listener fails', async () => {
    const { push, time, events } = await start({
      change: (store) => faulty(store, 'saveGrant', 1),
    });
    events.push = () => {
      throw new Error('A listener.');
    };
    expire(time);
    assert.equal(await time.until(push()), 'access-2');
  });
});
