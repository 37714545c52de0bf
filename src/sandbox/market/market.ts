import type { Outcome } from '../../protocol/index.ts';
import type { AuthorizationCode, Client } from './oauth-records.ts';
import { assertRoom } from './capacity.ts';
import { endlinkOf } from './packets.ts';
import type { Packet } from './packets.ts';
import { decideOutcome, failInSilence, isAwaitingOutcome, NO_ANSWERS } from './sellers-packets.ts';
import type { SellersPacket } from './sellers-packets.ts';
import { createSilenceQueue } from './silence.ts';
import type { SilenceQueue } from './silence.ts';
import { createTokenPairs } from './token-pairs.ts';
import type { TokenPairs } from './token-pairs.ts';
import type { Use } from './use.ts';

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
  /** That call; `null` before it. */
  use: Use | null;
}

/** Everything that the marketplace knows. Maps keep the order in which things were added. */
export interface Market {
  /** How many of each kind there may be. */
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
  /** How many sellers packets there have been. */
  interactionCount: number;
  clients: Map<string, Client>;
  codes: Map<string, AuthorizationCode>;
  tokenPairs: TokenPairs;
  /** The sellers packets that were pushed to, by id, the latest at the end. */
  pushed: Map<string, SellersPacket>;
}

/** What the service makes of a token. @see interface §3.1 §3.2 */
export type Verdict = 'accepted' | 'unknown' | 'used' | 'expired' | 'decided';

/** How long an endlink token is valid. @see interface §8 */
export const TOKEN_LIFETIME_MS = 3_600_000;

/** A marketplace with nothing in it. */
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

/** The packet with that id, where it has an endlink. */
export function endlinkPacket({ packets }: Market, id: string): Packet | undefined {
  const packet = packets.get(id);
  return packet && endlinkOf(packet) ? packet : undefined;
}

/** Key of one seller with one packet. */
export const pairKey = (sellerId: string, packetId: string): string =>
  JSON.stringify([sellerId, packetId]);

/** The first `kind-number` that is not taken. */
export function freeId(kind: string, taken: ReadonlyMap<string, unknown>): string {
  let number = taken.size + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/**
 * Returns the record of a seller and a packet. Adds it where there is none.
 *
 * @param key their {@link pairKey}, where the caller keeps it, too: one text for both saves memory
 */
export function sellersPacketOf(
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
 * A seller clicks an endlink. A packet that has been decided stays so, whatever its new token is used for.
 *
 * @param token a fresh one
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
  const sellersPacket = sellersPacketOf(market, pair, atMs, key);
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

/** The latest token of a pair that can still be reported. */
export function validToken(
  market: Market,
  pair: { packet_id: string; seller_id: string },
  atMs: number,
): EndlinkToken | undefined {
  const tokens = market.tokensByPair.get(pairKey(pair.seller_id, pair.packet_id)) ?? [];
  const valid = tokens.filter(({ usedFor, expiresAtMs }) => usedFor === null && atMs < expiresAtMs);
  return valid.at(-1);
}

/** What a call with this token would come to. Changes nothing. @see interface §3.2 */
export function judge(market: Market, token: string, atMs: number): Verdict {
  const issued = market.tokens.get(token);
  if (!issued) return 'unknown';
  if (issued.usedFor) return 'used';
  // "One hour elapses: invalid" (§3.2) wins over "not older than one hour" (§3.1) in the one millisecond where they differ.
  if (atMs >= issued.expiresAtMs) return 'expired';
  const sellersPacket = pairOf(market, issued);
  return sellersPacket && isAwaitingOutcome(sellersPacket) ? 'accepted' : 'decided';
}

/**
 * A call to an endlink endpoint. The first one consumes the token, even where another token of the same packet has decided before.
 *
 * @param use when the call came, and its number in the log
 * @see interface §3.1 §3.2
 */
export function reportOutcome(market: Market, token: string, outcome: Outcome, use: Use): Verdict {
  const verdict = judge(market, token, use.atMs);
  const issued = market.tokens.get(token);
  if (!issued || (verdict !== 'accepted' && verdict !== 'decided')) return verdict;
  issued.usedFor = outcome;
  issued.use = use;
  const sellersPacket = pairOf(market, issued);
  if (sellersPacket && verdict === 'accepted') decideOutcome(sellersPacket, outcome, use);
  return verdict;
}

/**
 * Silence until the last token has expired is a failure.
 *
 * @returns whether anything changed
 * @see interface §3.1
 */
export function settleSilence(market: Market, atMs: number): boolean {
  const silent = market.silence.takeExpired(atMs);
  silent.forEach(failInSilence);
  return silent.length > 0;
}

/** When the next silence becomes a failure, in milliseconds since 1970. */
export const nextSilenceMs = (market: Market): number | undefined => market.silence.nextMs();

/** The seller's packet that a token belongs to. */
export const pairOf = (
  market: Market,
  { seller_id, packet_id }: EndlinkToken,
): SellersPacket | undefined => market.sellersPackets.get(pairKey(seller_id, packet_id));
