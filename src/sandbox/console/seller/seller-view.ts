import { isEndlinkPacket, isListed, pairKey } from '../../market/market.ts';
import type {
  EndlinkPacket,
  EndlinkToken,
  Market,
  Seller,
  SellersPacket,
} from '../../market/market.ts';

/** A packet with an endlink, as one seller sees it. */
export interface PacketView {
  packet: EndlinkPacket;
  /** `undefined` before the first click. */
  sellersPacket: SellersPacket | undefined;
  /** Every click, oldest first. */
  tokens: EndlinkToken[];
}

/** What one seller sees. */
export interface SellerView {
  seller: Seller;
  listed: PacketView[];
  /** What is gone from the list, and stays gone. @see interface §3.1 */
  unlisted: PacketView[];
  /** Rewards of what is published. */
  earned: number;
}

/** Gathers what one seller sees. */
export function sellerView(market: Market, seller: Seller): SellerView {
  const tokens = new Map<string, EndlinkToken[]>();
  for (const token of market.tokens.values()) {
    if (token.seller_id !== seller.id) continue;
    tokens.set(token.packet_id, [...(tokens.get(token.packet_id) ?? []), token]);
  }
  const views = [...market.packets.values()].filter(isEndlinkPacket).map((packet) => ({
    packet,
    sellersPacket: market.sellersPackets.get(pairKey(seller.id, packet.id)),
    tokens: tokens.get(packet.id) ?? [],
  }));
  return {
    seller,
    listed: views.filter(isVisible),
    unlisted: views.filter((view) => !isVisible(view)),
    earned: views.filter(isPaid).reduce((sum, { packet }) => sum + packet.reward, 0),
  };
}

const isVisible = ({ sellersPacket }: PacketView): boolean =>
  !sellersPacket || isListed(sellersPacket.state);

const isPaid = ({ sellersPacket }: PacketView) => sellersPacket?.state === 'published';
