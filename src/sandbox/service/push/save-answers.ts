import { timestamp } from '../../market/clock.ts';
import { accountId } from '../oauth/access-token.ts';
import type { VaultPacket } from '../../market/oauth-records.ts';
import type { ServiceContext } from '../context.ts';
import { createUuid } from '../../market/random-token.ts';
import { assertRoom } from '../../market/capacity.ts';
import { pairKey } from '../../market/market.ts';
import type { DataPacket } from '../../market/market.ts';

/**
 * Puts answers into a seller's vault. The sellers packet keeps its id, whatever is pushed later.
 *
 * @param answers by question; `null` saves the question without an answer
 * @see interface §2.4 §3.1 §4.3
 */
export function saveAnswers(
  service: ServiceContext,
  packet: DataPacket,
  sellerId: string,
  answers: ReadonlyMap<string, string | null>,
): VaultPacket {
  const { vault, maxItems } = service.market();
  const nowMs = service.clock.nowMs();
  const key = pairKey(sellerId, packet.id);
  const before = vault.get(key);
  if (!before) assertRoom(vault.size, maxItems, 'sellers packets');
  const kept = service.behaviour.omitted_questions === 'keep' ? (before?.answers ?? []) : [];
  const saved: VaultPacket = {
    id: before?.id ?? createUuid(service.random),
    packet_id: packet.id,
    seller_id: sellerId,
    answers: new Map([...kept, ...answers]),
    createdAtMs: before?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
  };
  vault.set(key, saved);
  service.changed('state');
  return saved;
}

/** As a push answers with it. @see interface §2.3 */
export const sellersPacketRecord = (
  { behaviour }: Pick<ServiceContext, 'behaviour'>,
  saved: VaultPacket,
) => ({
  id: saved.id,
  packet_id: saved.packet_id,
  account_id: accountId(saved.seller_id),
  beneficiary_account_id: behaviour.beneficiary_account_id,
  status: behaviour.status,
  autosell_setting: behaviour.autosell_setting,
  created_at: timestamp(saved.createdAtMs),
  updated_at: timestamp(saved.updatedAtMs),
  first_published_at: timestamp(saved.createdAtMs),
});
