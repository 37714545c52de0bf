import type { Market } from './market.ts';
import type { SellersPacket } from './sellers-packets.ts';

/** Removes a packet, its tokens and its answers. @returns whether it existed */
export function removePacket(market: Market, id: string): boolean {
  removeSellersPackets(market, ({ packet_id }) => packet_id === id);
  return market.packets.delete(id);
}

/** Removes a client, its packets, codes and tokens. @returns whether it existed */
export function removeClient(market: Market, id: string): boolean {
  for (const packet of [...market.packets.values()]) {
    if (packet.client_id === id) removePacket(market, packet.id);
  }
  removeWhere(market.codes, ({ client_id }) => client_id === id);
  market.tokenPairs.removeWhere(({ client_id }) => client_id === id);
  return market.clients.delete(id);
}

/** Removes a seller, their vault, codes and tokens. @returns whether they existed */
export function removeSeller(market: Market, id: string): boolean {
  removeSellersPackets(market, ({ seller_id }) => seller_id === id);
  removeWhere(market.codes, ({ seller_id }) => seller_id === id);
  market.tokenPairs.removeWhere(({ seller_id }) => seller_id === id);
  return market.sellers.delete(id);
}

/** Removes sellers packets with their tokens and answers, and stops waiting for their outcomes. */
function removeSellersPackets(market: Market, isGone: (one: SellersPacket) => boolean): void {
  for (const [key, sellersPacket] of market.sellersPackets) {
    if (!isGone(sellersPacket)) continue;
    sellersPacket.expiresAtMs = null;
    market.pushed.delete(sellersPacket.id);
    for (const { token } of market.tokensByPair.get(key) ?? []) market.tokens.delete(token);
    market.tokensByPair.delete(key);
    market.sellersPackets.delete(key);
  }
}

function removeWhere<T>(map: Map<string, T>, isGone: (value: T) => boolean): void {
  for (const [key, value] of map) if (isGone(value)) map.delete(key);
}
