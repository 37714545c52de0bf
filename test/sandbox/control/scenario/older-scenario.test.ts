import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Scenario } from 'vaultlink/sandbox';
import { startOAuth } from '../../oauth-driver.ts';

const NOON = '2026-03-01T12:00:00.000Z';

describe('A scenario of an earlier version', () => {
  const pair = { packet_id: 'survey', seller_id: 'seller-1' };
  const older = {
    version: 1,
    clock: { now: '2026-03-01T12:01:00.000Z' },
    clients: [{ client_id: 'buyer-app', redirect_uri: 'https://buyer.example/' }],
    sellers: [{ id: 'seller-1' }],
    packets: [
      { id: 'survey', endlink_url: 'https://buyer.example/survey' },
      { id: 'profile', client_id: 'buyer-app', questions: ['drink'] },
    ],
    sellers_packets: [
      {
        ...pair,
        ...{ interaction_id: 'interaction-7', state: 'filtered', outcome: 'screenout' },
        ...{ expires_at: '2026-03-01T13:00:00.000Z', decided_at: NOON, decidedByRequest: 3 },
      },
    ],
    tokens: [
      {
        ...{ ...pair, token: 't', interaction_id: 'interaction-7', used_for: 'screenout' },
        ...{ issued_at: NOON, expires_at: '2026-03-01T13:00:00.000Z' },
      },
    ],
    vaults: [
      {
        ...{ id: 'c0ffee', packet_id: 'profile', seller_id: 'seller-1' },
        ...{ answers: { drink: 'tea' }, created_at: NOON, updated_at: NOON },
      },
    ],
  } as const;

  it('loads, and is saved with one kind of record', () => {
    const { sandbox } = startOAuth();
    sandbox.loadScenario(older as unknown as Scenario);
    const saved = sandbox.saveScenario();
    assert.equal('vaults' in saved, false);
    assert.deepEqual(
      saved.sellers_packets?.map(({ id, state, paid, answers, first_published_at }) => {
        return { id, state, paid, answers, first_published_at };
      }),
      [
        {
          ...{ id: 'interaction-7', state: 'filtered', paid: false, answers: {} },
          first_published_at: null,
        },
        {
          ...{ id: 'c0ffee', state: 'published', paid: true, answers: { drink: 'tea' } },
          first_published_at: NOON,
        },
      ],
    );
    const [opened, pushed] = saved.sellers_packets ?? [];
    assert.deepEqual(pushed?.answer_sources, {
      drink: { client_id: 'buyer-app', pushed_at: NOON, pushed_by_request: null },
    });
    assert.equal(opened?.decided_by_request, 3);
    assert.deepEqual(
      saved.packets?.map(({ reward }) => reward),
      [1, 0],
    );
  });

  it('goes on where it ended: the same id for another click, and the next id for another seller', async () => {
    const { sandbox, answersOf } = startOAuth();
    sandbox.loadScenario(older as unknown as Scenario);
    assert.deepEqual(await answersOf('seller-1'), [{ drink: 'tea' }]);
    await sandbox.setBehaviour({ reopen_decided: true });
    assert.equal((await sandbox.startEndlink()).interactionId, 'interaction-7');
    const { sellerId } = await sandbox.addSeller();
    assert.equal((await sandbox.startEndlink({ sellerId })).interactionId, 'interaction-8');
  });

  it('needs an id for each sellers packet', () => {
    const { sandbox } = startOAuth();
    const [{ state, outcome, expires_at, decided_at }] = older.sellers_packets;
    const nameless = { ...pair, state, outcome, expires_at, decided_at };
    const wrong = { ...older, sellers_packets: [nameless] } as unknown as Scenario;
    assert.throws(
      () => sandbox.loadScenario(wrong),
      /^ScenarioError: sellers_packets\.0\.id: must/,
    );
  });
});
