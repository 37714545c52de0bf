import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createTestSandbox } from 'vaultlink/testing/sandbox';
import type { TestSandbox } from 'vaultlink/testing/sandbox';
import { outcomeUrl } from 'vaultlink/protocol';

describe('The sandbox of a test', () => {
  let sandbox: TestSandbox;
  beforeEach(() => {
    sandbox = createTestSandbox({ pageUrl: 'http://localhost:5173/?campaign=1' });
  });
  afterEach(() => sandbox.close());

  it('opens an endlink to the page, and knows how the packet stands', async () => {
    assert.equal(await sandbox.sellersPacket(), undefined);
    const { url, token, sellerId } = await sandbox.startEndlink();
    const landing = new URL(url);
    assert.equal(landing.origin, 'http://localhost:5173');
    assert.equal(landing.searchParams.get('service_endlink_token'), token);
    assert.equal(landing.searchParams.get('seller_id'), sellerId);
    const opened = await sandbox.sellersPacket();
    const { id } = opened ?? {};
    assert.deepEqual(opened, {
      ...{ id, state: 'awaiting_outcome', outcome: null, isPaid: false, answers: {} },
    });

    const report = outcomeUrl('http://127.0.0.1', 'complete', token);
    assert.equal((await sandbox.fetch(new Request(report))).status, 200);
    assert.deepEqual(await sandbox.sellersPacket(), {
      ...{ id, state: 'published', outcome: 'complete', isPaid: true, answers: {} },
    });
  });

  it('opens the same endlink again with another token', async () => {
    const first = await sandbox.startEndlink();
    const second = await sandbox.startEndlink();
    assert.notEqual(second.token, first.token);
    assert.equal(second.interactionId, first.interactionId);
  });

  it('has nothing in the vault before a push', async () => {
    assert.equal(await sandbox.pushedAnswers(), undefined);
    assert.match(sandbox.client.clientSecret, /.{32}/);
  });
});
