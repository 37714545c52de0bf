import { endlinkUrl } from './endlink-url.ts';
import type { Visit } from './endlink-url.ts';
import type { ServiceContext } from '../context.ts';
import { applyMagic } from '../magic-sellers.ts';
import { issueToken, validToken } from '../../market/market.ts';
import type { EndlinkPacket, Seller } from '../../market/market.ts';
import { createToken } from '../../market/random-token.ts';

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
  service: ServiceContext,
  packet: EndlinkPacket,
  seller: Seller,
): OpenedEndlink {
  const market = service.market();
  const { behaviour, clock } = service;
  const pair = { packet_id: packet.id, seller_id: seller.id };
  const nowMs = clock.nowMs();
  const again = behaviour.reissue === 'same' ? validToken(market, pair, nowMs) : undefined;
  const issued =
    again ?? issueToken(market, pair, createToken(service.random, behaviour.token_alphabet), nowMs);
  applyMagic(market, issued);
  const { token, seller_id, interaction_id } = issued;
  service.changed('state');
  const visit = { token, seller_id, interaction_id };
  return { url: endlinkUrl(packet.endlink_url, visit, behaviour), ...visit };
}
