import { timestamp } from '../../market/clock.ts';
import type { Clock } from '../../market/clock.ts';
import { pairKey } from '../../market/market.ts';
import type { Market } from '../../market/market.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import { repliesThatDiffer } from '../../service/behaviour/reply-table.ts';
import { switchesThatDiffer } from '../../service/behaviour/switch-table.ts';
import type { ServiceContext } from '../../service/service-context.ts';
import type { Fault, Faults } from '../faults.ts';
import type { ReadScenario, Scenario } from './scenario-schema.ts';
import { restoreSellersPackets, sellersPacketFields } from './sellers-packet-codec.ts';
import {
  codeFields,
  codeOf,
  endlinkTokenFields,
  endlinkTokenOf,
  tokenPairFields,
  tokenPairOf,
} from './token-codecs.ts';

/** The parts of a sandbox that a scenario saves. */
interface SavedParts extends Pick<
  ServiceContext,
  'behaviour' | 'replies' | 'clock' | 'market' | 'random'
> {
  faults: Faults;
  seed: string | undefined;
}

/**
 * Returns the state of the sandbox, with tokens and secrets, without the log.
 *
 * @param options `keepsRunning`: time passes until the scenario is loaded. Default: `false`, a loaded scenario begins at the time at which it was saved
 */
export function saveScenario(
  core: SavedParts,
  { keepsRunning = false }: { keepsRunning?: boolean } = {},
): Scenario {
  const { behaviour, replies, clock, faults } = core;
  const market = core.market();
  const position = core.random.position();
  return {
    version: 1,
    clock: savedClock(clock, keepsRunning),
    ...(core.seed !== undefined && position !== null && { random: { seed: core.seed, position } }),
    behaviour: switchesThatDiffer(behaviour),
    replies: repliesThatDiffer(replies),
    clients: [...market.clients.values()],
    packets: [...market.packets.values()].map((packet) => ({
      ...packet,
      questions: [...packet.questions],
    })),
    sellers: [...market.sellers.values()],
    sellers_packets: [...market.sellersPackets.values()].map(sellersPacketFields),
    tokens: [...market.tokens.values()].map(endlinkTokenFields),
    authorization_codes: [...market.codes.values()].map(codeFields),
    token_pairs: [...market.tokenPairs].map(tokenPairFields),
    faults: faults.active().map(orderOf),
  };
}

/** Returns a fault without its id: a loaded fault gets another one. */
const orderOf = (fault: Fault) =>
  Object.fromEntries(Object.entries(fault).filter(([name]) => name !== 'id')) as NonNullable<
    Scenario['faults']
  >[number];

function savedClock(clock: Clock, keepsRunning: boolean): Scenario['clock'] {
  if (clock.isFrozen()) return { now: timestamp(clock.nowMs()), frozen: true };
  if (keepsRunning) return { advanced_seconds: clock.advancedSeconds() };
  return { now: timestamp(clock.nowMs()) };
}

/**
 * Adds the sellers packets, tokens and codes of a scenario to a marketplace that has its clients, packets and sellers.
 *
 * @param nowMs time at which the scenario begins, in milliseconds since 1970
 */
export function restoreRecords(market: Market, scenario: ReadScenario, nowMs: number): void {
  restoreSellersPackets(market, scenario.sellers_packets ?? [], nowMs);
  // The queue expects its entries in the order of expiry.
  [...market.sellersPackets.values()]
    .filter(isAwaitingOutcome)
    .sort((one, other) => Number(one.expiresAtMs) - Number(other.expiresAtMs))
    .forEach((sellersPacket) => market.silence.add(sellersPacket));
  for (const fields of scenario.tokens ?? []) {
    const token = endlinkTokenOf(fields);
    const key = pairKey(token.seller_id, token.packet_id);
    market.tokens.set(token.token, token);
    const tokens = market.tokensByPair.get(key);
    if (tokens) tokens.push(token);
    else market.tokensByPair.set(key, [token]);
  }
  for (const fields of scenario.authorization_codes ?? []) {
    const code = codeOf(fields);
    market.codes.set(code.code, code);
  }
  for (const fields of scenario.token_pairs ?? []) market.tokenPairs.add(tokenPairOf(fields));
}

/** Returns the highest request number in the records; 0 if there is none. */
export function lastRequestOf(market: Market): number {
  let last = 0;
  const note = (request: number | null | undefined) => {
    if (request && request > last) last = request;
  };
  for (const { decidedByRequest, answers } of market.sellersPackets.values()) {
    note(decidedByRequest);
    for (const { push } of answers.values()) note(push.request);
  }
  for (const { use } of market.tokens.values()) note(use?.request);
  for (const { use } of market.codes.values()) note(use?.request);
  for (const { refreshUse, accessEnd, refreshEnd } of market.tokenPairs) {
    for (const end of [refreshUse, accessEnd, refreshEnd]) note(end?.request);
  }
  return last;
}
