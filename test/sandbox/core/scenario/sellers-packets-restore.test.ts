import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Scenario } from 'vaultlink/sandbox';
import { startOAuth } from '../../oauth-driver.ts';

const NOON = '2026-03-01T12:00:00.000Z';

describe('The sellers packets of a scenario', () => {
  const opened = {
    packet_id: 'survey',
    seller_id: 'seller-1',
    id: 'interaction-7',
    state: 'filtered',
    outcome: 'screenout',
    expires_at: '2026-03-01T13:00:00.000Z',
    decided_at: NOON,
  };
  const pushed = {
    packet_id: 'profile',
    seller_id: 'seller-1',
    id: 'c0ffee',
    state: 'published',
    outcome: null,
    expires_at: null,
    decided_at: null,
    answers: { drink: 'tea' },
    created_at: NOON,
  };
  const scenario = {
    version: 1,
    clock: { now: '2026-03-01T12:01:00.000Z' },
    clients: [{ client_id: 'buyer-app', redirect_uri: 'https://buyer.example/' }],
    sellers: [{ id: 'seller-1' }],
    packets: [
      { id: 'survey', endlink_url: 'https://buyer.example/survey' },
      { id: 'profile', client_id: 'buyer-app', questions: ['drink'] },
    ],
    sellers_packets: [opened, pushed],
  };
  const load = (change: object = {}) => {
    const driver = startOAuth();
    driver.sandbox.loadScenario({ ...scenario, ...change } as unknown as Scenario);
    return driver;
  };

  it('get what they leave out from their state, their times and their packet', () => {
    const [first, second] = load().sandbox.saveScenario().sellers_packets ?? [];
    assert.deepEqual([first?.paid, first?.first_published_at, first?.answers], [false, null, {}]);
    assert.deepEqual([second?.paid, second?.first_published_at], [true, NOON]);
    assert.deepEqual(second?.answer_sources, {
      drink: { client_id: 'buyer-app', pushed_at: NOON, pushed_by_request: null },
    });
  });

  it('continue: the same id for another click, and the next id for another seller', async () => {
    const { sandbox, answersOf } = load();
    assert.deepEqual(await answersOf('seller-1'), [{ drink: 'tea' }]);
    await sandbox.setBehaviour({ reopen_decided: true });
    assert.equal((await sandbox.startEndlink()).interactionId, 'interaction-7');
    const { sellerId } = await sandbox.addSeller();
    assert.equal((await sandbox.startEndlink({ sellerId })).interactionId, 'interaction-8');
  });

  it('are refused without an id', () => {
    const { id, ...nameless } = opened;
    assert.ok(id);
    assert.throws(
      () => load({ sellers_packets: [nameless] }),
      /^ScenarioError: sellers_packets\.0\.id: /,
    );
  });
});
