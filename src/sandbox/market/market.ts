import type { Outcome } from '../../protocol/index.ts';
import type { AuthorizationCode, Client, TokenPairs } from './oauth-records.ts';
import { assertRoom } from './capacity.ts';
import { endlinkOf } from './packets.ts';
import type { Packet } from './packets.ts';
import {
  decideOutcome,
  failWithoutOutcome,
  isAwaitingOutcome,
  NO_ANSWERS,
} from './sellers-packets.ts';
import type { SellersPacket } from './sellers-packets.ts';
import { createSilenceQueue } from './silence.ts';
import type { SilenceQueue } from './silence.ts';
import { createTokenPairs } from './oauth-records.ts';
import type { Use } from './oauth-records.ts';

/** A user who holds a vault. @see interface §1 */
export interface Seller {
  id: string;
  name: string;
}

/** One click of one seller on one packet. @see interface §2.5 */
export interface EndlinkToken {
  token: string;
  interaction_id: string;
  packet_id: string;
  seller_id: string;
  issuedAtMs: number;
  expiresAtMs: number;
  /** The outcome of the call that consumed it. */
  usedFor: Outcome | null;
  /** The request that consumed it; `null` before. */
  use: Use | null;
}

/** Records of the marketplace. Each map keeps the order of insertion. */
export interface Market {
  /** Largest number of records of each kind. */
  maxItems: number;
  packets: Map<string, Packet>;
  sellers: Map<string, Seller>;
  /** By {@link pairKey}. */
  sellersPackets: Map<string, SellersPacket>;
  tokens: Map<string, EndlinkToken>;
  /** The tokens of each sellers packet, oldest first, by {@link pairKey}. */
  tokensByPair: Map<string, EndlinkToken[]>;
  /** The sellers packets that await an outcome. */
  silence: SilenceQueue<SellersPacket>;
  /** Number of sellers packets ever created, removed ones included. */
  interactionCount: number;
  clients: Map<string, Client>;
  codes: Map<string, AuthorizationCode>;
  tokenPairs: TokenPairs;
  /** The sellers packets that were pushed to, by id, the latest at the end. */
  pushed: Map<string, SellersPacket>;
}

/** Result of a report: accepted, or the reason why it is refused. @see interface §3.1 §3.2 */
export type ReportResult =
  'accepted' | 'unknown_token' | 'used_token' | 'expired_token' | 'decided_packet';

/** Milliseconds for which an endlink token is valid. @see interface §8 */
export const TOKEN_LIFETIME_MS = 3_600_000;

/** Creates a marketplace without records. */
export const emptyMarket = (maxItems: number): Market => ({
  maxItems,
  packets: new Map(),
  sellers: new Map(),
  sellersPackets: new Map(),
  tokens: new Map(),
  tokensByPair: new Map(),
  silence: createSilenceQueue(),
  interactionCount: 0,
  clients: new Map(),
  codes: new Map(),
  tokenPairs: createTokenPairs(),
  pushed: new Map(),
});

/** Returns the packet with that id if it has an endlink. */
export function endlinkPacket({ packets }: Market, id: string): Packet | undefined {
  const packet = packets.get(id);
  return packet && endlinkOf(packet) ? packet : undefined;
}

/** Returns the key of one seller with one packet. */
export const pairKey = (sellerId: string, packetId: string): string =>
  JSON.stringify([sellerId, packetId]);

/** Returns the first id of the form `kind-number` that is not in `taken`. */
export function freeId(kind: string, taken: ReadonlyMap<string, unknown>): string {
  let number = taken.size + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/**
 * Returns the record of a seller and a packet. Creates it if there is none.
 *
 * @param key their {@link pairKey}, if the caller stores it too: sharing one string saves memory
 */
export function findOrCreateSellersPacket(
  market: Market,
  { seller_id, packet_id }: { packet_id: string; seller_id: string },
  atMs: number,
  key = pairKey(seller_id, packet_id),
): SellersPacket {
  const { sellersPackets, maxItems } = market;
  const found = sellersPackets.get(key);
  if (found) return found;
  assertRoom(sellersPackets.size, maxItems, 'sellers packets');
  const added: SellersPacket = {
    id: `interaction-${(market.interactionCount += 1)}`,
    packet_id,
    seller_id,
    state: 'awaiting_outcome',
    isPaid: false,
    outcome: null,
    expiresAtMs: null,
    decidedAtMs: null,
    decidedByRequest: null,
    answers: NO_ANSWERS,
    createdAtMs: atMs,
    publishedAtMs: null,
    pushedAtMs: null,
  };
  sellersPackets.set(key, added);
  return added;
}

/**
 * Issues a token to a seller who clicks an endlink. A packet that has been decided stays decided.
 *
 * @param token a new random token
 * @see interface §2.5
 */
export function issueToken(
  market: Market,
  pair: { packet_id: string; seller_id: string },
  token: string,
  atMs: number,
): EndlinkToken {
  assertRoom(market.tokens.size, market.maxItems, 'endlink tokens');
  const expiresAtMs = atMs + TOKEN_LIFETIME_MS;
  const key = pairKey(pair.seller_id, pair.packet_id);
  const sellersPacket = findOrCreateSellersPacket(market, pair, atMs, key);
  if (sellersPacket.decidedAtMs === null) {
    sellersPacket.expiresAtMs = expiresAtMs;
    market.silence.add(sellersPacket);
  }
  const interaction_id = sellersPacket.id;
  const issued: EndlinkToken = {
    ...{ token, interaction_id, ...pair },
    ...{ issuedAtMs: atMs, expiresAtMs, usedFor: null, use: null },
  };
  market.tokens.set(token, issued);
  const tokens = market.tokensByPair.get(key);
  if (tokens) tokens.push(issued);
  else market.tokensByPair.set(key, [issued]);
  return issued;
}

/** Returns the latest token of a seller and a packet that is neither used nor expired. */
export function validToken(
  market: Market,
  pair: { packet_id: string; seller_id: string },
  atMs: number,
): EndlinkToken | undefined {
  const tokens = market.tokensByPair.get(pairKey(pair.seller_id, pair.packet_id)) ?? [];
  const valid = tokens.filter(({ usedFor, expiresAtMs }) => usedFor === null && atMs < expiresAtMs);
  return valid.at(-1);
}

/** Returns the result that a report with this token would have. Changes nothing. @see interface §3.2 */
export function previewReport(market: Market, token: string, atMs: number): ReportResult {
  const issued = market.tokens.get(token);
  if (!issued) return 'unknown_token';
  if (issued.usedFor) return 'used_token';
  // "One hour elapses: invalid" (§3.2) wins over "not older than one hour" (§3.1) in the one millisecond where they differ.
  if (atMs >= issued.expiresAtMs) return 'expired_token';
  const sellersPacket = sellersPacketOfToken(market, issued);
  return sellersPacket && isAwaitingOutcome(sellersPacket) ? 'accepted' : 'decided_packet';
}

/**
 * Records the outcome that a call to an endlink endpoint reports. The first call consumes the token, even if another token has decided the packet before.
 *
 * @param use time of the call, and its number in the log
 * @see interface §3.1 §3.2
 */
export function reportOutcome(
  market: Market,
  token: string,
  outcome: Outcome,
  use: Use,
): ReportResult {
  const result = previewReport(market, token, use.atMs);
  const issued = market.tokens.get(token);
  if (!issued || (result !== 'accepted' && result !== 'decided_packet')) return result;
  issued.usedFor = outcome;
  issued.use = use;
  const sellersPacket = sellersPacketOfToken(market, issued);
  if (sellersPacket && result === 'accepted') decideOutcome(sellersPacket, outcome, use);
  return result;
}

/**
 * Marks as failed the packets whose last token has expired without an outcome.
 *
 * @returns whether anything changed
 * @see interface §3.1
 */
export function failSilentPackets(market: Market, atMs: number): boolean {
  const silent = market.silence.takeExpired(atMs);
  silent.forEach(failWithoutOutcome);
  return silent.length > 0;
}

/** Returns the time at which the next packet fails without an outcome, in milliseconds since 1970. */
export const nextFailureMs = (market: Market): number | undefined => market.silence.nextMs();

/** Returns the sellers packet that a token belongs to. */
export const sellersPacketOfToken = (
  market: Market,
  { seller_id, packet_id }: EndlinkToken,
): SellersPacket | undefined => market.sellersPackets.get(pairKey(seller_id, packet_id));
