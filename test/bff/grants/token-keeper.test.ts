import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json } from '../support/fake-service.ts';
import { DAY_MS, sealer, start } from '../support/keeper.ts';
import { failure } from '../support/secrets.ts';

describe('a new grant', () => {
  it('holds its pair sealed, and its end counted from its receipt', async () => {
    const { grant, time } = await start();
    assert.equal(grant.version, 1);
    assert.equal(grant.scope, 'push_packet');
    assert.equal(grant.receivedAtMs, time.now());
    assert.equal(grant.expiresAtMs, time.now() + DAY_MS);
    assert.match(grant.id, /^[\w-]{43}$/);
    assert.doesNotMatch(JSON.stringify(grant), /access-|refresh-/);
    assert.match(await sealer.open(grant.sealed, grant.id), /access-1.*refresh-1/);
  });
});

describe('a pair whose lifetime is no number that a date can have', () => {
  for (const seconds of [1e15, '9'.repeat(400)]) {
    it(`is kept for a year: ${String(seconds).slice(0, 20)}`, async () => {
      const { push, drain, service, time, stored } = await start();
      time.advance(DAY_MS);
      service.tokenMishaps.push((answer) => {
        answer();
        return json(200, {
          access_token: 'access-2',
          token_type: 'Bearer',
          refresh_token: 'refresh-2',
          expires_in: seconds,
        });
      });
      assert.equal(await push(), 'access-2');
      await drain();
      assert.equal((await stored()).expiresAtMs, time.now() + 365 * DAY_MS);
    });
  }
});

describe('a good access token', () => {
  it('is used without asking for another', async () => {
    const { push, service, time } = await start();
    time.advance(0.89 * DAY_MS);
    assert.equal(await push(), 'access-1');
    assert.equal(service.tokenRequests().length, 0);
  });

  it('is renewed in the background in its last tenth, by one caller, while all go on', async () => {
    const { push, drain, service, time } = await start();
    time.advance(0.9 * DAY_MS);
    service.tokenMishaps.push(async (answer) => {
      await time.sleep(1000);
      return answer();
    });
    const used = await Promise.all(Array.from({ length: 20 }, () => push()));
    assert.deepEqual(new Set(used), new Set(['access-1']));
    await time.until(drain());
    assert.equal(await push(), 'access-2');
    assert.equal(service.tokenRequests().length, 1);
  });

  it('stays in use where it cannot be renewed in the background, which is tried again later', async () => {
    const { push, drain, service, time } = await start();
    time.advance(0.95 * DAY_MS);
    service.tokenMishaps.push(() => json(429, { error: 'slow_down', error_description: 'Slow.' }));
    assert.equal(await push(), 'access-1');
    await drain();
    assert.equal(await push(), 'access-1');
    await drain();
    assert.equal(service.tokenRequests().length, 1);
    time.advance(30_000);
    await push();
    await drain();
    assert.equal(await push(), 'access-2');
  });
});

describe('a push that the service does not take', () => {
  it('refreshes once and is sent again', async () => {
    const { push, service } = await start();
    const refuse = () => json(401, { error: 'invalid_token', error_description: 'No.' });
    service.mishaps.push(refuse);
    assert.equal(await push(), 'access-2');
    assert.equal(service.tokenRequests().length, 1);
    assert.equal(service.asked.length, 3);
  });

  it('is sent again with the token of a sibling, without a refresh', async () => {
    const { push, process, grant, service } = await start();
    service.mishaps.push(() => new Response(null, { status: 401 }));
    await process().push();
    assert.equal(service.tokenRequests().length, 1);
    assert.equal(await push(grant), 'access-2');
    assert.equal(service.tokenRequests().length, 1);
  });

  it('asks for a new connection where not even the new token is taken, and refreshes no more', async () => {
    const { push, service, stored } = await start();
    const refuse = () => new Response(null, { status: 401 });
    const pass = (answer: () => Response) => answer();
    service.mishaps.push(refuse, pass, refuse, refuse);
    assert.equal((await failure(push())).code, 'reconnect_required');
    assert.equal((await failure(push())).code, 'reconnect_required');
    assert.equal(service.tokenRequests().length, 1);
    assert.equal((await stored()).deadReason, undefined);
    assert.equal(await push(), 'access-2');
  });

  it('for another reason is not sent again', async () => {
    const { push, service } = await start();
    service.mishaps.push(() => json(422, { errors: { base: ['Too old.'] } }));
    assert.deepEqual((await failure(push())).messages, ['Too old.']);
    assert.equal(service.asked.length, 1);
  });

  it('needs a grant', async () => {
    const { push } = await start();
    assert.equal((await failure(push('grant-0'))).code, 'not_connected');
  });
});
