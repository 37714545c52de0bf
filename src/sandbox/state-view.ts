import { timestamp } from './clock.ts';
import type { Service } from './service.ts';
import { isListed } from './state.ts';
import type { EndlinkToken, SellersPacket } from './state.ts';

/** What `GET /sandbox/state` answers: everything, tokens too. Times are ISO 8601 in UTC. */
export function stateView(service: Service) {
  const market = service.market();
  const nowMs = service.clock.nowMs();
  return {
    now: timestamp(nowMs),
    advanced_seconds: service.clock.advancedSeconds(),
    behaviour: service.behaviour,
    packets: [...market.packets.values()],
    sellers: [...market.sellers.values()],
    sellers_packets: [...market.sellersPackets.values()].map(sellersPacketView),
    tokens: [...market.tokens.values()].map((token) => tokenView(token, nowMs)),
    faults: service.faults.waiting(),
    held_requests: service.faults.heldCount(),
  };
}

function sellersPacketView(sellersPacket: SellersPacket) {
  const { expiresAtMs, decidedAtMs, ...fields } = sellersPacket;
  const { state, outcome } = fields;
  return {
    ...fields,
    reason: state === 'failed' ? 'no_outcome' : state === 'filtered' ? outcome : null,
    listed: isListed(state),
    paid: state === 'published',
    expires_at: timestamp(expiresAtMs),
    decided_at: decidedAtMs === null ? null : timestamp(decidedAtMs),
  };
}

function tokenView({ issuedAtMs, expiresAtMs, usedFor, ...fields }: EndlinkToken, nowMs: number) {
  return {
    ...fields,
    state: usedFor ? 'used' : nowMs < expiresAtMs ? 'valid' : 'expired',
    used_for: usedFor,
    issued_at: timestamp(issuedAtMs),
    expires_at: timestamp(expiresAtMs),
  };
}
