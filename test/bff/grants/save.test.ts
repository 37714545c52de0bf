import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/bff/stores/store.ts';
import {
  brokenConnection,
  withCutBody,
  withErrors,
  withJson,
} from '../../support/service/answers.ts';
import { expireAccessToken, failingStore, startConnected } from '../support/instances.ts';
import { failure } from '../support/secrets.ts';

describe('a refresh without a clear answer', () => {
  const unclear = {
    'no answer': brokenConnection,
    'half an answer': withCutBody('{"access_tok'),
    'a 500': withErrors(500),
  };
  for (const [what, answer] of Object.entries(unclear)) {
    it(`sends a refresh once more with the same token after ${what}`, async () => {
      const { push, service, tokenRequests, time } = await startConnected();
      expireAccessToken(time);
      service.tokenEndpoint.answerNext(answer);
      assert.equal(await time.until(push()), 'access-token-2');
      assert.deepEqual(
        tokenRequests.map(({ body }) => body.refresh_token),
        ['refresh-token-1', 'refresh-token-1'],
      );
    });

    it(`keeps the grant and its mark when the second request meets ${what} as well`, async () => {
      const { push, service, time, storedGrant } = await startConnected();
      expireAccessToken(time);
      service.tokenEndpoint.answerNext(answer, answer);
      assert.match((await failure(time.until(push()))).code, /^service_(unreachable|error)$/);
      assert.equal((await storedGrant()).deadReason, undefined);
      assert.equal((await storedGrant()).refreshing?.attempt, 2);
      assert.equal(await time.until(push()), 'access-token-2');
    });
  }

  it('loses the grant when the service has spent the token and its answer is lost', async () => {
    const { push, service, time, storedGrant } = await startConnected();
    expireAccessToken(time);
    service.tokenEndpoint.replaceNextAnswer(withErrors(500));
    assert.equal((await failure(time.until(push()))).code, 'reconnect_required');
    assert.equal((await storedGrant()).deadReason, 'answer_lost');
  });

  it('keeps the new refresh token of an answer that has no access token', async () => {
    const { push, service, time } = await startConnected();
    expireAccessToken(time);
    service.tokenEndpoint.replaceNextAnswer(withJson(200, { refresh_token: 'refresh-token-2' }));
    assert.equal((await failure(time.until(push()))).code, 'service_error');
    assert.equal(await time.until(push()), 'access-token-3');
  });
});

describe('a pair that cannot be saved', () => {
  it('saves a pair at the fourth attempt, and reports each failed one', async () => {
    const changeStore = (store: Store) => failingStore(store, 'saveGrant', 3);
    const { push, tokenRequests, time, eventTypes, storedGrant } = await startConnected({
      changeStore,
    });
    expireAccessToken(time);
    assert.equal(await time.until(push()), 'access-token-2');
    assert.deepEqual(eventTypes(), ['save_failed', 'save_failed', 'save_failed', 'refreshed']);
    assert.equal((await storedGrant()).version, 2);
    assert.equal(tokenRequests.length, 1);
  });

  it('saves a pair although a listener throws', async () => {
    const { push, time, events } = await startConnected({
      changeStore: (store) => failingStore(store, 'saveGrant', 1),
    });
    events.push = () => {
      throw new Error('A listener.');
    };
    expireAccessToken(time);
    assert.equal(await time.until(push()), 'access-token-2');
  });
});
