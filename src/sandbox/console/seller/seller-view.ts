import type { SandboxCore } from '../../control/core.ts';
import { pairKey } from '../../market/market.ts';
import type { EndlinkToken, Market, Seller } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { isListed } from '../../market/sellers-packets.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';

/** A packet as one seller sees it: with an endlink, or pushed to. */
export interface PacketView {
  packet: Packet;
  /** `undefined` before the first click and the first push. */
  sellersPacket: SellersPacket | undefined;
  /** Every click, oldest first. */
  tokens: readonly EndlinkToken[];
}

/** What one seller sees. */
export interface SellerView {
  seller: Seller;
  listed: PacketView[];
  /** What is gone from the list. @see interface §3.1 */
  unlisted: PacketView[];
  /** Rewards of what is paid. */
  earned: number;
}

/** Gathers what one seller sees. */
export function sellerView(market: Market, seller: Seller): SellerView {
  const views = [...market.packets.values()]
    .map((packet) => {
      const key = pairKey(seller.id, packet.id);
      const sellersPacket = market.sellersPackets.get(key);
      return { packet, sellersPacket, tokens: market.tokensByPair.get(key) ?? [] };
    })
    .filter(({ packet, sellersPacket }) => sellersPacket ?? endlinkOf(packet));
  return {
    seller,
    listed: views.filter(isVisible),
    unlisted: views.filter((view) => !isVisible(view)),
    earned: views.filter(isPaid).reduce((sum, { packet }) => sum + packet.reward, 0),
  };
}

/** The name of a client, or the id of one that is gone. */
export const clientName = (core: SandboxCore, id: string): string =>
  core.market().clients.get(id)?.name ?? id;

const isVisible = ({ sellersPacket }: PacketView): boolean =>
  !sellersPacket || isListed(sellersPacket.state);

const isPaid = ({ sellersPacket }: PacketView) => sellersPacket?.isPaid ?? false;
