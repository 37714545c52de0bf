import { pairKey } from '../../market/market.ts';
import type { EndlinkToken, Market } from '../../market/market.ts';
import { isAwaitingOutcome } from '../../market/sellers-packets.ts';
import { mistakesOf } from '../fields.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { ReadScenario } from './scenario-schema.ts';
import { restoreSellersPackets } from './sellers-packets-restore.ts';

/** Thrown for a scenario with mistakes. The message has one sentence for each, with its path. */
export class ScenarioError extends Error {
  /** The sentences, such as `packets.0.client_id: no such client`. */
  readonly mistakes: readonly string[];

  /** Creates the error. @param mistakes at least one sentence */
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ScenarioError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads a scenario.
 *
 * @throws ScenarioError that names every mistake
 */
export function readScenario(document: unknown): ReadScenario {
  const { success, data, error } = scenarioSchema.safeParse(document);
  if (!success) throw new ScenarioError(mistakesOf(error));
  return data;
}

/**
 * Adds the sellers packets, tokens and codes of a scenario to a marketplace that has its clients, packets and sellers.
 *
 * @param nowMs time at which the scenario begins, in milliseconds since 1970
 */
export function restoreRecords(market: Market, scenario: ReadScenario, nowMs: number): void {
  restoreSellersPackets(market, scenario, nowMs);
  // The queue expects its entries in the order of expiry.
  [...market.sellersPackets.values()]
    .filter(isAwaitingOutcome)
    .sort((one, other) => Number(one.expiresAtMs) - Number(other.expiresAtMs))
    .forEach((sellersPacket) => market.silence.add(sellersPacket));
  for (const { issued_at, expires_at, used_for, ...others } of scenario.tokens ?? []) {
    const token: EndlinkToken = {
      use: null,
      ...others,
      issuedAtMs: Date.parse(issued_at),
      expiresAtMs: Date.parse(expires_at),
      usedFor: used_for,
    };
    const key = pairKey(others.seller_id, others.packet_id);
    market.tokens.set(others.token, token);
    const tokens = market.tokensByPair.get(key);
    if (tokens) tokens.push(token);
    else market.tokensByPair.set(key, [token]);
  }
  for (const { expires_at, ...others } of scenario.authorization_codes ?? []) {
    market.codes.set(others.code, { use: null, ...others, expiresAtMs: Date.parse(expires_at) });
  }
  for (const { issued_at, expires_at, ...others } of scenario.token_pairs ?? []) {
    market.tokenPairs.add({
      refreshUse: null,
      accessEnd: null,
      refreshEnd: null,
      ...others,
      issuedAtMs: Date.parse(issued_at),
      expiresAtMs: Date.parse(expires_at),
    });
  }
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
