import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeSeller } from '../../../src/sandbox/market/changes.ts';
import {
  emptyMarket,
  issueToken,
  nextFailureMs,
  reportOutcome,
  failSilentPackets,
} from '../../../src/sandbox/market/market.ts';

const HOUR_MS = 3_600_000;

/** A market in which each seller opens the packet, a millisecond after the one before. */
function marketWith(sellers: number) {
  const market = emptyMarket(1_000_000);
  for (let index = 0; index < sellers; index += 1) {
    issueToken(market, { packet_id: 'p', seller_id: `s-${index}` }, `t-${index}`, index);
  }
  return market;
}

describe('packets that await an outcome', () => {
  it('expire in the order in which they were opened, however many there are', () => {
    const market = marketWith(200_000);
    assert.equal(nextFailureMs(market), HOUR_MS);
    assert.equal(failSilentPackets(market, HOUR_MS + 149_999), true);
    assert.equal(nextFailureMs(market), HOUR_MS + 150_000);
    const states = [...market.sellersPackets.values()].map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'failed').length, 150_000);
    assert.equal(failSilentPackets(market, HOUR_MS + 149_999), false);
  });

  it('wait anew when they are opened again', () => {
    const market = marketWith(2);
    issueToken(market, { packet_id: 'p', seller_id: 's-0' }, 't-again', 500);
    assert.equal(nextFailureMs(market), HOUR_MS + 1);
    failSilentPackets(market, HOUR_MS + 1);
    assert.equal(nextFailureMs(market), HOUR_MS + 500);
  });

  it('wait no longer when they are decided or removed', () => {
    const market = marketWith(3);
    reportOutcome(market, 't-0', 'complete', { atMs: 10, request: 1 });
    assert.equal(nextFailureMs(market), HOUR_MS + 1);
    removeSeller(market, 's-1');
    assert.equal(nextFailureMs(market), HOUR_MS + 2);
    removeSeller(market, 's-2');
    assert.equal(failSilentPackets(market, 2 * HOUR_MS), false);
  });

  it('never share an interaction id, even after a removal', () => {
    const market = marketWith(2);
    removeSeller(market, 's-0');
    const { interaction_id } = issueToken(market, { packet_id: 'p', seller_id: 's-9' }, 't', 0);
    assert.equal(interaction_id, 'interaction-3');
  });
});
