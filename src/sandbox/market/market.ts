import type { Outcome } from '../../protocol/index.ts';
import type { AuthorizationCode, Client, VaultPacket } from './oauth-records.ts';
import { assertRoom } from './capacity.ts';
import { createSilenceQueue } from './silence.ts';
import type { SilenceQueue } from './silence.ts';
import { createTokenPairs } from './token-pairs.ts';
import type { TokenPairs } from './token-pairs.ts';
import type { Use } from './use.ts';

/** A packet with one question, of answer type "Endlink". @see interface §1.4 */
export interface EndlinkPacket {
  id: string;
  name: string;
  /** The buyer's address, with variables or without. @see interface §2.5 */
  endlink_url: string;
  /** What a seller is paid for it, in whole units of the marketplace's currency. */
  reward: number;
}

/** A packet whose answers the client that it is tied to pushes. @see interface §1.1 §1.3 */
export interface DataPacket {
  id: string;
  name: string;
  client_id: string;
  /** Their names are the keys of a push. @see interface §2.4 */
  questions: readonly string[];
}

/** What a buyer asks sellers for. */
export type Packet = EndlinkPacket | DataPacket;

/** A user who holds a vault. @see interface §1 */
export interface Seller {
  id: string;
  name: string;
}

/**
 * Where an endlink packet stands for a seller who opened it. `failed`: no outcome came while a token was valid.
 *
 * @see interface §3.1
 */
export type SellersPacketState = 'awaiting_outcome' | 'published' | 'filtered' | 'failed';

/** One seller with one packet, from the first click on. @see interface §3.1 */
export interface SellersPacket {
  interaction_id: string;
  packet_id: string;
  seller_id: string;
  state: SellersPacketState;
  /** The outcome that decided; `null` while awaiting one, and where none came. */
  outcome: Outcome | null;
  /** When the latest token ends, in milliseconds since 1970. */
  expiresAtMs: number;
  /** When it was decided; `null` while awaiting. */
  decidedAtMs: number | null;
  /** The request that decided it; `null` while awaiting, and where none came. */
  decidedByRequest: number | null;
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
  /** How many interactions there have been. */
  interactionCount: number;
  clients: Map<string, Client>;
  codes: Map<string, AuthorizationCode>;
  tokenPairs: TokenPairs;
  /** What was pushed, by {@link pairKey}. */
  vault: Map<string, VaultPacket>;
}

/** What the service makes of a token. @see interface §3.1 §3.2 */
export type Verdict = 'accepted' | 'unknown' | 'used' | 'expired' | 'decided';

/** @see interface §8 */
const TOKEN_LIFETIME_SECONDS = 3600;

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
  vault: new Map(),
});

/** Whether answers are pushed into it. */
export const isDataPacket = (packet: Packet): packet is DataPacket => 'client_id' in packet;

/** Whether sellers are sent to the buyer's site for it. */
export const isEndlinkPacket = (packet: Packet): packet is EndlinkPacket => !isDataPacket(packet);

/** The packet with that id, where it is one with an endlink. */
export function endlinkPacket({ packets }: Market, id: string): EndlinkPacket | undefined {
  const packet = packets.get(id);
  return packet && isEndlinkPacket(packet) ? packet : undefined;
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
  const expiresAtMs = atMs + TOKEN_LIFETIME_SECONDS * 1000;
  const key = pairKey(pair.seller_id, pair.packet_id);
  const sellersPacket = market.sellersPackets.get(key) ?? {
    interaction_id: `interaction-${(market.interactionCount += 1)}`,
    ...pair,
    state: 'awaiting_outcome',
    outcome: null,
    expiresAtMs,
    decidedAtMs: null,
    decidedByRequest: null,
  };
  if (sellersPacket.state === 'awaiting_outcome') {
    sellersPacket.expiresAtMs = expiresAtMs;
    market.silence.add(sellersPacket);
  }
  market.sellersPackets.set(key, sellersPacket);
  const { interaction_id } = sellersPacket;
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
  return pairOf(market, issued)?.state === 'awaiting_outcome' ? 'accepted' : 'decided';
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
  if (sellersPacket && verdict === 'accepted') {
    sellersPacket.state = outcome === 'complete' ? 'published' : 'filtered';
    sellersPacket.outcome = outcome;
    sellersPacket.decidedAtMs = use.atMs;
    sellersPacket.decidedByRequest = use.request;
  }
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
  for (const sellersPacket of silent) {
    sellersPacket.state = 'failed';
    sellersPacket.decidedAtMs = sellersPacket.expiresAtMs;
  }
  return silent.length > 0;
}

/** When the next silence becomes a failure, in milliseconds since 1970. */
export const nextSilenceMs = (market: Market): number | undefined => market.silence.nextMs();

/** Whether the seller still sees the packet. What failed in silence is treated as a failure: gone. @see interface §3.1 */
export const isListed = (state: SellersPacketState): boolean =>
  state === 'awaiting_outcome' || state === 'published';

/** The seller's packet that a token belongs to. */
export const pairOf = (
  market: Market,
  { seller_id, packet_id }: EndlinkToken,
): SellersPacket | undefined => market.sellersPackets.get(pairKey(seller_id, packet_id));
