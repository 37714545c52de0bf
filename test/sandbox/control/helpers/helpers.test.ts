import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { authorizeUrl, CLIENT } from '../../oauth-driver.ts';
import { START_MS } from '../../driver.ts';

const ORIGIN = 'http://127.0.0.1';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({
    now: () => START_MS,
    clients: [CLIENT],
    packets: [
      { id: 'profile', client_id: 'buyer-app', questions: ['name', 'drink'] },
      { id: 'survey', endlink_url: 'https://buyer.example/survey' },
    ],
  });
});
afterEach(() => sandbox.close());

const report = (outcome: string, token: string) =>
  sandbox.fetch(new Request(`${ORIGIN}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`));

const push = (accessToken: string, payload: unknown) =>
  sandbox.fetch(
    new Request(`${ORIGIN}/api/v5/packets/profile/sellers_packets/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'profile', payload }),
    }),
  );

describe('startEndlink()', () => {
  it('opens the first endlink as the first seller by default', async () => {
    const started = await sandbox.startEndlink();
    assert.equal(started.packetId, 'survey');
    assert.equal(started.sellerId, 'seller-1');
    assert.equal(new URL(started.url).searchParams.get('service_endlink_token'), started.token);
    const other = await sandbox.startEndlink({ packetId: 'survey', sellerId: 'seller-2' });
    assert.notEqual(other.interactionId, started.interactionId);
  });

  it('rejects with the id that does not exist', async () => {
    await assert.rejects(sandbox.startEndlink({ packetId: 'profile' }), {
      message: 'There is no packet with an endlink "profile".',
    });
    await assert.rejects(sandbox.startEndlink({ sellerId: 'nobody' }), {
      message: 'There is no seller "nobody".',
    });
  });
});

describe('waitForOutcome()', () => {
  it('resolves when the outcome is reported, for the token and for the interaction', async () => {
    const { token, interactionId } = await sandbox.startEndlink();
    const waiting = [sandbox.waitForOutcome({ token }), sandbox.waitForOutcome({ interactionId })];
    await report('screenout', token);
    const settled = {
      outcome: 'screenout',
      state: 'filtered',
      packetId: 'survey',
      sellerId: 'seller-1',
      interactionId,
      decidedAt: new Date(START_MS),
    };
    assert.deepEqual(await Promise.all(waiting), [settled, settled]);
    assert.deepEqual(await sandbox.waitForOutcome({ token }), settled);
  });

  it('names the requests that came instead when the time is over, without the token', async () => {
    const { token } = await sandbox.startEndlink();
    await sandbox.fail({ kind: 'status', status: 503, outcome: 'complete' });
    await report('complete', token);
    await assert.rejects(sandbox.waitForOutcome({ token }, { timeoutMs: 1 }), (error: Error) => {
      assert.match(error.message, /^No outcome for endlink token ….{4} within 1 ms\. /);
      assert.match(error.message, /GET \/api\/v3\/endlinks\/complete, answered 503/);
      assert.ok(!error.message.includes(token));
      return true;
    });
  });

  it('says that no request came', async () => {
    const { interactionId } = await sandbox.startEndlink();
    await assert.rejects(sandbox.waitForOutcome({ interactionId }, { timeoutMs: 1 }), {
      message: `No outcome for interaction "${interactionId}" within 1 ms. No request with its token reached the service, no other request either.`,
    });
  });

  it('rejects as soon as the hour of the token has passed', async () => {
    const { token } = await sandbox.startEndlink();
    const waiting = assert.rejects(sandbox.waitForOutcome({ token }), /its hour has passed/);
    await sandbox.advance({ hours: 1 });
    await waiting;
  });

  it('rejects when the sandbox is reset or closed, and for a token that it never issued', async () => {
    await assert.rejects(
      sandbox.waitForOutcome({ token: 'made-up' }),
      /has no endlink token …e-up/,
    );
    const { token } = await sandbox.startEndlink();
    const waiting = assert.rejects(sandbox.waitForOutcome({ token }), /Was it reset/);
    await sandbox.reset();
    await waiting;
    const again = await sandbox.startEndlink();
    const closing = assert.rejects(sandbox.waitForOutcome(again), /was closed/);
    sandbox.close();
    await closing;
  });
});

describe('requests() and pushes()', () => {
  it('return the requests and pushes that match the filter', async () => {
    const { token } = await sandbox.startEndlink();
    await report('complete', token);
    await report('fail', token);
    const [first, second] = await sandbox.requests({ path: /endlinks/, token });
    assert.deepEqual([first?.status, first?.spent, second?.status], [200, true, 422]);
    assert.deepEqual(await sandbox.requests({ after: first?.number, outcome: 'complete' }), []);
    assert.equal((await sandbox.requests({ path: '/api/v3/endlinks/fail' })).length, 1);
    assert.equal((await sandbox.requests()).length, 2);
  });

  it('return the pushes that were accepted, with their answers', async () => {
    const { accessToken } = await sandbox.connect({ sellerId: 'seller-2' });
    const payload = { drink: 'tea', name: null };
    assert.equal((await push(accessToken, payload)).status, 200);
    assert.equal((await push('made-up', payload)).status, 401);
    const [only, ...others] = await sandbox.pushes({ packetId: 'profile' });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [only?.sellerId, only?.clientId, only?.answers],
      ['seller-2', 'buyer-app', payload],
    );
    assert.deepEqual(await sandbox.pushes({ sellerId: 'seller-1' }), []);
    const pair = { packetId: 'profile', sellerId: 'seller-2' };
    assert.deepEqual(await sandbox.answers(pair), payload);
    assert.equal(await sandbox.answers({ packetId: 'profile' }), undefined);
  });
});

describe('advance()', () => {
  it('adds the parts, and has moved the clock when it returns', async () => {
    const after = await sandbox.advance({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    assert.equal(after.getTime(), START_MS + 90_061_000);
  });

  it('rejects an empty duration', async () => {
    await assert.rejects(sandbox.advance({}), /advance_seconds/);
  });
});

describe('fail()', () => {
  it('applies to the next requests that match', async () => {
    const { token } = await sandbox.startEndlink();
    await sandbox.fail({ kind: 'status', status: 503, outcome: 'complete', times: 2 });
    assert.equal((await report('complete', token)).status, 503);
    assert.equal((await report('complete', token)).status, 503);
    assert.equal((await report('complete', token)).status, 200);
  });

  it('rejects with the name of the mistake', async () => {
    await assert.rejects(sandbox.fail({ kind: 'status', status: 1 }), /status/);
  });

  it('is undone by clearFaults()', async () => {
    const { token } = await sandbox.startEndlink();
    await sandbox.fail({ kind: 'drop' });
    await sandbox.clearFaults();
    assert.equal((await report('complete', token)).status, 200);
  });

  it('holds a request until releaseRequests()', async () => {
    const { token } = await sandbox.startEndlink();
    await sandbox.fail({ kind: 'hold' });
    const held = report('complete', token);
    while ((await sandbox.releaseRequests()) === 0);
    assert.equal((await held).status, 200);
  });
});

describe('addClient(), addPacket() and addSeller()', () => {
  it('add records that can be used at once', async () => {
    const client = await sandbox.addClient({ redirectUri: 'https://third.example/' });
    const { packetId } = await sandbox.addPacket({
      id: 'third',
      clientId: client.clientId,
      questions: ['name'],
    });
    assert.equal(packetId, 'third');
    const { sellerId } = await sandbox.addSeller({ id: 'amy', name: 'Amy' });
    const tokens = await sandbox.connect({ clientId: client.clientId, sellerId });
    assert.equal(tokens.scope, 'push_packet');
    const endlink = await sandbox.addPacket({ endlinkUrl: 'https://third.example/' });
    assert.equal((await sandbox.startEndlink({ ...endlink, sellerId })).sellerId, 'amy');
  });

  it('reject ids that are taken, and invalid fields', async () => {
    await assert.rejects(sandbox.addSeller({ id: 'seller-1' }), {
      message: 'The seller "seller-1" exists already.',
    });
    await assert.rejects(
      sandbox.addPacket({ id: 'survey', endlinkUrl: 'https://third.example/' }),
      /exists already/,
    );
    await assert.rejects(
      sandbox.addClient({ clientId: 'buyer-app', redirectUri: 'x' }),
      /is taken/,
    );
    await assert.rejects(sandbox.addPacket({ endlinkUrl: 'nowhere' }), /endlink_url/);
  });
});

describe('authorize()', () => {
  it('lets the seller allow or deny', async () => {
    const allowed = await sandbox.authorize({ authorizeUrl: authorizeUrl() });
    assert.ok(new URL(allowed.location).searchParams.get('code'));
    const denied = await sandbox.authorize({ authorizeUrl: authorizeUrl(), decision: 'deny' });
    assert.equal(new URL(denied.location).searchParams.get('error'), 'access_denied');
  });

  it('rejects an address of no client', async () => {
    const address = authorizeUrl({ client_id: 'nobody' });
    await assert.rejects(sandbox.authorize({ authorizeUrl: address }), /no client/);
  });
});
