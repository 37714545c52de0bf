import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from 'vaultlink/sandbox';
import { START_MS } from '../../driver.ts';

const PACKET = { id: 'survey', endlink_url: 'https://buyer.example/survey' };

const report = (token: string) =>
  new Request(`http://localhost/api/v3/endlinks/complete?service_endlink_token=${token}`);

const pushOf = (accessToken: string) =>
  new Request('http://localhost/api/v5/packets/profile/sellers_packets/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ id: 'profile', payload: { drink: 'Tea' } }),
  });

describe('A sandbox with a loaded scenario', () => {
  it('fails each silent packet when its own hour is over, in whatever order they are saved', async () => {
    const one = createSandbox({ now: () => START_MS, packets: [PACKET] });
    await one.startEndlink({ sellerId: 'seller-1' });
    await one.advance({ minutes: 30 });
    await one.startEndlink({ sellerId: 'seller-2' });
    const scenario = one.saveScenario();
    scenario.sellers_packets?.reverse();
    const other = createSandbox({ now: () => START_MS, scenario });
    await other.advance({ minutes: 31 });
    const stateOf = async (sellerId: string) => (await other.sellersPacket({ sellerId }))?.state;
    assert.equal(await stateOf('seller-1'), 'failed');
    assert.equal(await stateOf('seller-2'), 'awaiting_outcome');
    await other.advance({ minutes: 30 });
    assert.equal(await stateOf('seller-2'), 'failed');
  });

  it('does not issue an interaction id again', async () => {
    const one = createSandbox({ packets: [PACKET] });
    const { interactionId } = await one.startEndlink({ sellerId: 'seller-1' });
    const other = createSandbox({ scenario: one.saveScenario() });
    const next = await other.startEndlink({ sellerId: 'seller-2' });
    assert.notEqual(next.interactionId, interactionId);
  });

  it('gives no new request a number that a record names', async () => {
    const client = { client_id: 'app', client_secret: 's', redirect_uri: 'https://buyer.example/' };
    const profile = { id: 'profile', client_id: 'app', questions: ['drink'] };
    const one = createSandbox({ clients: [client], packets: [profile] });
    await one.fetch(report('none'));
    await one.fetch(pushOf((await one.connect()).accessToken));
    const other = createSandbox({ scenario: one.saveScenario() });
    await other.fetch(report('none'));
    assert.deepEqual(
      (await other.requests()).map(({ number }) => number),
      [3],
    );
  });

  it('takes pushes with a token whose record has fields that it does not know', async () => {
    const client = { client_id: 'app', client_secret: 's', redirect_uri: 'https://buyer.example/' };
    const profile = { id: 'profile', client_id: 'app', questions: ['drink'] };
    const one = createSandbox({ clients: [client], packets: [profile] });
    const { accessToken } = await one.connect();
    const scenario = one.saveScenario();
    const token_pairs = scenario.token_pairs?.map((pair) => ({ ...pair, reason: 'a note' }));
    const other = createSandbox({ scenario: { ...scenario, ...(token_pairs && { token_pairs }) } });
    assert.equal((await other.fetch(pushOf(accessToken))).status, 200);
  });

  it('knows which tokens belong to a packet: to issue one again, and to remove them', async () => {
    const one = createSandbox({ packets: [PACKET], behaviour: { reissue: 'same' } });
    const { token } = await one.startEndlink();
    const other = createSandbox({ scenario: one.saveScenario() });
    assert.equal((await other.startEndlink()).token, token);
    const path = 'http://localhost/sandbox/packets/survey';
    await other.fetch(new Request(path, { method: 'DELETE' }));
    assert.equal((await other.fetch(report(token))).status, 401);
  });
});
