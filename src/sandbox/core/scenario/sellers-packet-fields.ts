import { timestamp } from '../../market/clock.ts';
import { updatedAtMs } from '../../market/sellers-packets.ts';
import type { SavedAnswer, SellersPacket } from '../../market/sellers-packets.ts';

/** Returns a sellers packet in the form of `GET /sandbox/state` and of a scenario. Times are ISO 8601 in UTC. */
export function sellersPacketFields(sellersPacket: SellersPacket) {
  const { id, packet_id, seller_id, state, isPaid, outcome } = sellersPacket;
  const answers = [...sellersPacket.answers];
  return {
    ...{ id, packet_id, seller_id, state, paid: isPaid, outcome },
    expires_at: timestampOrNull(sellersPacket.expiresAtMs),
    decided_at: timestampOrNull(sellersPacket.decidedAtMs),
    decided_by_request: sellersPacket.decidedByRequest,
    answers: Object.fromEntries(answers.map(([question, { answer }]) => [question, answer])),
    answer_sources: Object.fromEntries(
      answers.map(([question, saved]) => [question, sourceOf(saved)]),
    ),
    created_at: timestamp(sellersPacket.createdAtMs),
    updated_at: timestamp(updatedAtMs(sellersPacket)),
    first_published_at: timestampOrNull(sellersPacket.publishedAtMs),
    pushed_at: timestampOrNull(sellersPacket.pushedAtMs),
  };
}

/** Returns the client, time and request of a pushed answer. */
const sourceOf = ({ push }: SavedAnswer) => ({
  client_id: push.client_id,
  pushed_at: timestamp(push.atMs),
  pushed_by_request: push.request,
});

const timestampOrNull = (atMs: number | null) => (atMs === null ? null : timestamp(atMs));
