import { timestamp } from '../../market/clock.ts';
import type { Packet } from '../../market/packets.ts';
import { pushAnswers } from '../../market/pushes.ts';
import { updatedAtMs } from '../../market/sellers-packets.ts';
import type { SellersPacket } from '../../market/sellers-packets.ts';
import type { ServiceContext } from '../context.ts';
import { accountId } from '../oauth/access-token.ts';

/** Client, seller and request number of a push. */
interface PushOrder {
  client_id: string;
  seller_id: string;
  request: number;
}

/**
 * Saves answers in a seller's vault. The sellers packet keeps its id at every later push.
 *
 * @param answers by question; `null` saves the question without an answer
 * @see interface §2.4 §3.1 §4.3
 */
export function saveAnswers(
  service: ServiceContext,
  packet: Packet,
  answers: ReadonlyMap<string, string | null>,
  { client_id, seller_id, request }: PushOrder,
): SellersPacket {
  const { behaviour, clock } = service;
  const push = { client_id, atMs: clock.nowMs(), request };
  const saved = pushAnswers(service.market(), packet, seller_id, answers, push, {
    keepsOmitted: behaviour.omitted_questions === 'keep',
    decidesEndlink: behaviour.outcome_after_push === 'refused',
  });
  service.changed('state');
  return saved;
}

/** Returns a sellers packet in the form of the response to a push. @see interface §2.3 */
export const sellersPacketRecord = (
  { replies }: Pick<ServiceContext, 'replies'>,
  saved: SellersPacket,
) => ({
  id: saved.id,
  packet_id: saved.packet_id,
  account_id: accountId(saved.seller_id),
  beneficiary_account_id: null,
  status: 'published',
  autosell_setting: 'enabled_for_any_price',
  created_at: timestamp(saved.createdAtMs),
  updated_at: timestamp(updatedAtMs(saved)),
  first_published_at: timestamp(saved.publishedAtMs ?? saved.createdAtMs),
  ...replies.push_success.fields,
});
