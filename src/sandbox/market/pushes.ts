import { findOrCreateSellersPacket } from './market.ts';
import type { Market } from './market.ts';
import { endlinkOf } from './packets.ts';
import type { Packet } from './packets.ts';
import { publish } from './sellers-packets.ts';
import type { Push, SellersPacket } from './sellers-packets.ts';

/** Choices of {@link pushAnswers} that the interface leaves open. */
interface PushChoices {
  /** Keeps the answers of earlier pushes that this one leaves out. */
  keepsOmitted: boolean;
  /** Pays a packet with an endlink, so that a later outcome no longer decides it. */
  decidesEndlink: boolean;
}

/**
 * Saves the answers that a client pushed, and publishes the packet in any state. Pays a packet without an endlink; the outcome decides about the others.
 *
 * @see interface §2.4 §3.1 §4.3
 */
export function pushAnswers(
  market: Market,
  packet: Packet,
  sellerId: string,
  answers: ReadonlyMap<string, string | null>,
  push: Push,
  { keepsOmitted, decidesEndlink }: PushChoices,
): SellersPacket {
  const pair = { packet_id: packet.id, seller_id: sellerId };
  const sellersPacket = findOrCreateSellersPacket(market, pair, push.atMs);
  const saved = new Map(keepsOmitted ? sellersPacket.answers : undefined);
  for (const [question, answer] of answers) saved.set(question, { answer, push });
  sellersPacket.answers = saved;
  const hasEndlink = endlinkOf(packet) !== undefined;
  if (!hasEndlink) sellersPacket.isPaid = true;
  else if (decidesEndlink && sellersPacket.decidedAtMs === null) {
    sellersPacket.isPaid = true;
    sellersPacket.decidedAtMs = push.atMs;
    sellersPacket.decidedByRequest = push.request;
  }
  publish(sellersPacket, push.atMs);
  sellersPacket.pushedAtMs = push.atMs;
  moveToLatestPush(market, sellersPacket);
  return sellersPacket;
}

/** Moves a sellers packet to the end of `pushed`, which lists the latest push last. */
export function moveToLatestPush({ pushed }: Market, sellersPacket: SellersPacket): void {
  pushed.delete(sellersPacket.id);
  pushed.set(sellersPacket.id, sellersPacket);
}
