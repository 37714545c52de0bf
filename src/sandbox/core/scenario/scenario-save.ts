import { repliesThatDiffer } from '../../service/behaviour/replies.ts';
import { switchesThatDiffer } from '../../service/behaviour/switches.ts';
import { timestamp } from '../../market/clock.ts';
import type { Clock } from '../../market/clock.ts';
import type { SandboxCore } from '../core.ts';
import type { Fault } from '../faults.ts';
import type { Scenario } from './scenario-schema.ts';
import { sellersPacketFields } from './sellers-packet-fields.ts';

/**
 * Returns the state of the sandbox, with tokens and secrets, without the log.
 *
 * @param options `keepsRunning`: time passes until the scenario is loaded. Default: `false`, a loaded scenario begins at the time at which it was saved
 */
export function saveScenario(
  core: SandboxCore,
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
    tokens: [...market.tokens.values()].map(({ issuedAtMs, expiresAtMs, usedFor, ...others }) => ({
      ...others,
      issued_at: timestamp(issuedAtMs),
      expires_at: timestamp(expiresAtMs),
      used_for: usedFor,
    })),
    authorization_codes: [...market.codes.values()].map(({ expiresAtMs, ...others }) => ({
      ...others,
      expires_at: timestamp(expiresAtMs),
    })),
    token_pairs: [...market.tokenPairs].map(({ issuedAtMs, expiresAtMs, ...others }) => ({
      ...others,
      issued_at: timestamp(issuedAtMs),
      expires_at: timestamp(expiresAtMs),
    })),
    faults: faults.waiting().map(orderOf),
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
