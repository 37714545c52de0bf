import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import type { Sandbox } from 'vaultlink/sandbox';
import { createCore } from '../../../../src/sandbox/core/core.ts';
import { waitForOutcome } from '../../../../src/sandbox/control/helpers/wait-for-outcome.ts';
import { endlinkPacket } from '../../../../src/sandbox/market/market.ts';
import { openEndlink } from '../../../../src/sandbox/service/endlink/open-endlink.ts';
import { CLIENT } from '../../oauth-driver.ts';
import { START_MS } from '../../driver.ts';

const OPTIONS = {
  now: () => START_MS,
  clients: [CLIENT],
  packets: [
    { id: 'profile', client_id: 'buyer-app', questions: ['name'] },
    { id: 'survey', endlink_url: 'https://buyer.example/survey' },
  ],
};

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox(OPTIONS);
});
afterEach(() => sandbox.close());

const report = (outcome: string, token: string) =>
  sandbox.fetch(
    new Request(`http://localhost/api/v3/endlinks/${outcome}?service_endlink_token=${token}`),
  );

const push = (accessToken: string, payload: unknown) =>
  sandbox.fetch(
    new Request('http://localhost/api/v5/packets/profile/sellers_packets/push', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'profile', payload }),
    }),
  );

describe('startEndlink() of a packet that is settled', () => {
  it('rejects with the request that settled the packet', async () => {
    const { token } = await sandbox.startEndlink();
    await report('complete', token);
    await assert.rejects(sandbox.startEndlink(), /is published for seller-1 already by request 1/);
  });
});

describe('the message of waitForOutcome()', () => {
  it('lists the last ten requests of this packet, and none of another', async () => {
    await sandbox.fail({ kind: 'status', status: 503, times: 99 });
    const other = await sandbox.startEndlink({ sellerId: 'seller-2' });
    const { token } = await sandbox.startEndlink();
    await report('quota_full', token);
    for (let count = 0; count < 10; count += 1) await report('complete', token);
    await report('screenout', other.token);
    await assert.rejects(sandbox.waitForOutcome({ token }, { timeoutMs: 1 }), ({ message }) => {
      assert.equal(String(message).split('GET /api').length - 1, 10);
      assert.ok(!/quota_full|screenout/.test(String(message)));
      return true;
    });
  });
});

describe('waitForOutcome()', () => {
  it('leaves neither a timer nor a listener behind', async () => {
    const core = createCore(OPTIONS);
    const market = core.market();
    const [packet, seller] = [endlinkPacket(market, 'survey'), market.sellers.get('seller-1')];
    assert.ok(packet && seller);
    const { token } = openEndlink(core, packet, seller);
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    await assert.rejects(waitForOutcome(core, { token }, 1));
    await assert.rejects(waitForOutcome(core, { token: 'none' }, 86_400_000));
    const hasListeners = core.events.hasListeners();
    core.close();
    assert.equal(hasListeners, false);
    assert.equal(timers(), before);
  });
});

describe('fail()', () => {
  it('is undone by remove()', async () => {
    const { token } = await sandbox.startEndlink();
    const fault = await sandbox.fail({ kind: 'status', status: 503, times: 5 });
    await fault.remove();
    assert.equal((await report('complete', token)).status, 200);
  });
});

describe('requests() and pushes()', () => {
  it('match a path by a pattern', async () => {
    await report('fail', 'any');
    await report('complete', 'any');
    const found = await sandbox.requests({ path: /\/fail$/ });
    assert.deepEqual(
      found.map(({ number }) => number),
      [1],
    );
  });

  it('leave out a push that a fault answered or the service refused, and the answers of a long one', async () => {
    const { accessToken } = await sandbox.connect();
    await sandbox.fail({ kind: 'status', status: 200, path: '/api/v5/*' });
    assert.equal((await push(accessToken, { name: 'faulted' })).status, 200);
    assert.equal((await push(accessToken, { name: 7 })).status, 422);
    assert.equal((await push(accessToken, { name: 'x'.repeat(20_000) })).status, 200);
    const pushes = await sandbox.pushes();
    assert.deepEqual(
      pushes.map(({ answers, requestNumber }) => [answers, requestNumber]),
      [[null, 3]],
    );
  });
});

describe('reset()', () => {
  it('keeps added records only with keepPackets', async () => {
    await sandbox.addSeller({ id: 'amy' });
    await sandbox.reset({ keepPackets: true });
    assert.equal((await sandbox.startEndlink({ sellerId: 'amy' })).sellerId, 'amy');
    await sandbox.reset();
    await assert.rejects(sandbox.startEndlink({ sellerId: 'amy' }), /no seller "amy"/);
  });
});

describe('what is undefined', () => {
  it('leaves switches and replies as they are', async () => {
    const behaviour = { cors: undefined } as never;
    const replies = { used_token: { status: undefined } } as never;
    const other = createSandbox({ ...OPTIONS, behaviour, replies });
    for (const one of [sandbox, other]) {
      assert.equal((await one.setBehaviour(behaviour)).cors, true);
      assert.equal((await one.setReplies(replies)).used_token.status, 422);
    }
    other.close();
  });

  it('is no header of a fault', async () => {
    const headers = { 'retry-after': '1', 'x-request-id': undefined } as never;
    await sandbox.fail({ kind: 'status', status: 503, headers });
    const { token } = await sandbox.startEndlink();
    assert.equal((await report('complete', token)).headers.get('retry-after'), '1');
  });
});

describe('the switches and replies that a helper returns', () => {
  it('change nothing when they are changed', async () => {
    const replies = await sandbox.setReplies({});
    Object.assign(replies.outcome_success.fields, { leak: 1 });
    assert.deepEqual((await sandbox.setReplies({})).outcome_success.fields, {});
  });
});
