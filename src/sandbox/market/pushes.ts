import { sellersPacketOf } from './market.ts';
import type { Market } from './market.ts';
import { endlinkOf } from './packets.ts';
import type { Packet } from './packets.ts';
import { publish } from './sellers-packets.ts';
import type { Push, SellersPacket } from './sellers-packets.ts';

/** What {@link pushAnswers} does where the interface leaves it open. */
interface PushRules {
  /** Whether the answers of earlier pushes stay where this one leaves them out. */
  keepsOmitted: boolean;
  /** Whether it ends the wait for the outcome of an endlink. */
  decidesEndlink: boolean;
}

/**
 * Saves what a client pushed, and publishes the packet, whatever its state was. A packet without an endlink is paid; with one, its outcome decides that.
 *
 * @see interface §2.4 §3.1 §4.3
 */
export function pushAnswers(
  market: Market,
  packet: Packet,
  sellerId: string,
  answers: ReadonlyMap<string, string | null>,
  push: Push,
  { keepsOmitted, decidesEndlink }: PushRules,
): SellersPacket {
  const pair = { packet_id: packet.id, seller_id: sellerId };
  const sellersPacket = sellersPacketOf(market, pair, push.atMs);
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
  notePushed(market, sellersPacket);
  return sellersPacket;
}

/** Keeps those that were pushed to findable without a search, the latest at the end. */
export function notePushed({ pushed }: Market, sellersPacket: SellersPacket): void {
  pushed.delete(sellersPacket.id);
  pushed.set(sellersPacket.id, sellersPacket);
}
