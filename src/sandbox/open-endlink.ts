import { endlinkUrl } from './endlink-url.ts';
import type { Visit } from './endlink-url.ts';
import type { Service } from './service.ts';
import { issueToken, validToken } from './state.ts';
import type { EndlinkPacket, Seller } from './state.ts';
import { createToken } from './token.ts';

/** Where the seller is sent, and what the address carries. */
export interface OpenedEndlink extends Visit {
  url: string;
}

/**
 * A seller clicks the endlink of a packet: a token is issued.
 *
 * @see interface §2.5
 */
export function openEndlink(
  service: Service,
  packet: EndlinkPacket,
  seller: Seller,
): OpenedEndlink {
  const market = service.market();
  const { behaviour, clock } = service;
  const pair = { packet_id: packet.id, seller_id: seller.id };
  const nowMs = clock.nowMs();
  const again = behaviour.reissue === 'same' ? validToken(market, pair, nowMs) : undefined;
  const { token, seller_id, interaction_id } =
    again ?? issueToken(market, pair, createToken(behaviour.token_alphabet), nowMs);
  service.changed('state');
  const visit = { token, seller_id, interaction_id };
  return { url: endlinkUrl(packet.endlink_url, visit, behaviour), ...visit };
}
