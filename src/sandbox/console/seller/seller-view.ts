import type { SandboxCore } from '../../core/core.ts';
import { pairKey } from '../../market/market.ts';
import type { EndlinkToken, Market, Seller } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { isListed } from '../../market/sellers-packets.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';

/** A packet that one seller sees: it has an endlink, or something was pushed into it. */
export interface PacketView {
  packet: Packet;
  /** `undefined` before the first click and the first push. */
  sellersPacket: SellersPacket | undefined;
  /** One token for each click, oldest first. */
  tokens: readonly EndlinkToken[];
}

/** Packets and earnings of one seller. */
export interface SellerView {
  seller: Seller;
  listed: PacketView[];
  /** Packets that left the list. @see interface §3.1 */
  unlisted: PacketView[];
  /** Sum of the paid rewards. */
  earned: number;
}

/** Collects the packets and earnings of a seller. */
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

/** Returns the name of a client, or its id if the client was deleted. */
export const clientName = (core: SandboxCore, id: string): string =>
  core.market().clients.get(id)?.name ?? id;

const isVisible = ({ sellersPacket }: PacketView): boolean =>
  !sellersPacket || isListed(sellersPacket.state);

const isPaid = ({ sellersPacket }: PacketView) => sellersPacket?.isPaid ?? false;
