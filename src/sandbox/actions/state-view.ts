import { timestamp } from '../market/clock.ts';
import type { AuthorizationCode, TokenPair } from '../market/oauth-records.ts';
import type { SandboxCore } from '../core/core.ts';
import type { EndlinkToken } from '../market/market.ts';
import { isListed } from '../market/sellers-packets.ts';
import type { SellersPacket } from '../market/sellers-packets.ts';
import { codeFields, endlinkTokenFields } from '../core/scenario/token-codecs.ts';
import { sellersPacketFields } from '../core/scenario/sellers-packet-codec.ts';

/** Returns the body of `GET /sandbox/state`: all records with their tokens. Times are ISO 8601 in UTC. */
export function stateView(core: SandboxCore) {
  const market = core.market();
  const nowMs = core.clock.nowMs();
  return {
    now: timestamp(nowMs),
    advanced_seconds: core.clock.advancedSeconds(),
    frozen: core.clock.isFrozen(),
    behaviour: core.behaviour,
    replies: core.replies,
    clients: [...market.clients.values()],
    packets: [...market.packets.values()],
    sellers: [...market.sellers.values()],
    sellers_packets: [...market.sellersPackets.values()].map(sellersPacketView),
    tokens: [...market.tokens.values()].map((token) => tokenView(token, nowMs)),
    authorization_codes: [...market.codes.values()].map((code) => codeView(code, nowMs)),
    token_pairs: [...market.tokenPairs].map((pair) => pairView(pair, nowMs)),
    faults: core.faults.active(),
    held_requests: core.heldRequests.count(),
  };
}

function sellersPacketView(sellersPacket: SellersPacket) {
  const { state, outcome } = sellersPacket;
  return {
    ...sellersPacketFields(sellersPacket),
    reason: state === 'failed' ? 'no_outcome' : state === 'filtered' ? outcome : null,
    listed: isListed(state),
  };
}

function tokenView(token: EndlinkToken, nowMs: number) {
  const { use, ...fields } = endlinkTokenFields(token);
  const state = token.usedFor ? 'used' : nowMs < token.expiresAtMs ? 'valid' : 'expired';
  return { ...fields, state, used_by_request: use?.request ?? null };
}

function codeView(code: AuthorizationCode, nowMs: number) {
  const { use, state: request_state, ...fields } = codeFields(code);
  const state = code.grant_id !== null ? 'used' : nowMs < code.expiresAtMs ? 'valid' : 'expired';
  return { ...fields, request_state, state, used_by_request: use?.request ?? null };
}

function pairView(pair: TokenPair, nowMs: number) {
  const { issuedAtMs, expiresAtMs, access_state, refreshUse } = pair;
  const { grant_id, client_id, seller_id, scope } = pair;
  const { access_token, refresh_token, refreshed_from, refresh_state } = pair;
  const isExpired = access_state === 'valid' && nowMs >= expiresAtMs;
  return {
    ...{ grant_id, client_id, seller_id, scope },
    ...{ access_token, refresh_token, refreshed_from, refresh_state },
    access_state: isExpired ? 'expired' : access_state,
    refreshed_by_request: refreshUse?.request ?? null,
    issued_at: timestamp(issuedAtMs),
    expires_at: timestamp(expiresAtMs),
  };
}
