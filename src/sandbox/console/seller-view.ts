import type { SandboxCore } from '../control/core.ts';
import { isEndlinkPacket, isListed, pairKey } from '../market/market.ts';
import type { EndlinkPacket, EndlinkToken, Seller, SellersPacket } from '../market/market.ts';

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

/** @param sellerId where there is no such seller, the first one is meant */
export function sellerView(core: SandboxCore, sellerId: string): SellerView | undefined {
  const market = core.market();
  const seller = market.sellers.get(sellerId) ?? [...market.sellers.values()][0];
  if (!seller) return undefined;
  const tokens = [...market.tokens.values()].filter(({ seller_id }) => seller_id === seller.id);
  const packets = [...market.packets.values()].filter(isEndlinkPacket);
  const views = packets.map((packet) => ({
    packet,
    sellersPacket: market.sellersPackets.get(pairKey(seller.id, packet.id)),
    tokens: tokens.filter(({ packet_id }) => packet_id === packet.id),
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
