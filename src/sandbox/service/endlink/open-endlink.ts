import { fillEndlink } from './endlink-url.ts';
import type { FilledEndlink, Visit } from './endlink-url.ts';
import type { ServiceContext } from '../service-context.ts';
import { applyMagic } from '../magic-sellers.ts';
import { issueToken, pairKey, validToken } from '../../market/market.ts';
import type { Seller } from '../../market/market.ts';
import { endlinkOf } from '../../market/packets.ts';
import type { Packet } from '../../market/packets.ts';
import { decidedState } from '../../market/sellers-packets.ts';
import { createToken } from '../../market/random-token.ts';
import { shortened, tokenEnd } from '../reasons.ts';

/** Landing URL of a seller, and the values in it. */
export interface OpenedEndlink extends Visit {
  url: string;
}

/**
 * Says why a seller cannot open a packet: it has been decided, so no report with a new token could count.
 *
 * @returns one sentence; `undefined` if it can be opened
 * @see interface §3.1
 */
export function mistakeInOpening(
  service: ServiceContext,
  packet: Packet,
  seller: Seller,
): string | undefined {
  const sellersPacket = service.market().sellersPackets.get(pairKey(seller.id, packet.id));
  const decided = sellersPacket?.decidedAtMs === null ? undefined : sellersPacket;
  if (!decided || service.behaviour.reopen_decided) return undefined;
  const { decidedByRequest } = decided;
  const by = decidedByRequest === null ? '' : ` by request ${decidedByRequest}`;
  return `Packet ${packet.id} is ${decidedState(decided)} for ${seller.id} already${by}, so a new token could never count. Use another seller or packet, or turn on the switch reopen_decided.`;
}

/**
 * Issues a token to a seller who clicks the endlink of a packet, or returns the valid one if the switch `reissue` says so. Notes the opening in the log.
 *
 * @throws Error if the packet has no endlink
 * @see interface §2.5
 */
export function openEndlink(
  service: ServiceContext,
  packet: Packet,
  seller: Seller,
): OpenedEndlink {
  const endlink = endlinkOf(packet);
  if (!endlink) throw new Error(`Packet "${packet.id}" has no endlink.`);
  const market = service.market();
  const { behaviour, clock } = service;
  const pair = { packet_id: packet.id, seller_id: seller.id };
  const nowMs = clock.nowMs();
  const again = behaviour.reissue === 'same' ? validToken(market, pair, nowMs) : undefined;
  const issued =
    again ?? issueToken(market, pair, createToken(service.random, behaviour.token_alphabet), nowMs);
  applyMagic(issued);
  const { token, seller_id, interaction_id } = issued;
  const visit = { token, seller_id, interaction_id };
  const filled = fillEndlink(endlink.endlink_url, visit, behaviour);
  const reason = openingText(packet, visit, filled);
  service.noteOpening({ packet_id: packet.id, ...visit, ...filled, reason });
  service.emitChange('state');
  return { url: filled.url, ...visit };
}

/** Says where an endlink led, and which placeholders were filled in. Shows the end of the token alone. */
function openingText(
  packet: Packet,
  { token, seller_id }: Visit,
  { url, filled, unfilled }: FilledEndlink,
): string {
  const shown = shortened(url.replaceAll(encodeURIComponent(token), tokenEnd(token)));
  const asked = filled.filter(({ variable }) => variable !== null);
  const added = filled.filter(({ variable }) => variable === null);
  return [
    `${seller_id} opened ${packet.id}, which led to ${shown}.`,
    asked.length &&
      `Filled in: ${asked.map(({ name, variable }) => `{{${variable}}} as ${name}`).join(', ')}.`,
    added.length && `Added: ${added.map(({ name }) => name).join(', ')}.`,
    unfilled.length && `Not filled in: ${unfilled.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
