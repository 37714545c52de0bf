import { timestamp } from '../market/clock.ts';
import type { SavedAnswer, SellersPacket } from '../market/sellers-packets.ts';

/** A sellers packet as `GET /sandbox/state` and a scenario have it. Times are ISO 8601 in UTC. */
export const sellersPacketFields = ({
  isPaid,
  expiresAtMs,
  decidedAtMs,
  decidedByRequest,
  answers,
  createdAtMs,
  updatedAtMs,
  publishedAtMs,
  pushedAtMs,
  ...fields
}: SellersPacket) => ({
  ...fields,
  paid: isPaid,
  expires_at: timestampOrNull(expiresAtMs),
  decided_at: timestampOrNull(decidedAtMs),
  decided_by_request: decidedByRequest,
  answers: Object.fromEntries([...answers].map(([question, { answer }]) => [question, answer])),
  answer_sources: Object.fromEntries(
    [...answers].map(([question, saved]) => [question, sourceOf(saved)]),
  ),
  created_at: timestamp(createdAtMs),
  updated_at: timestamp(updatedAtMs),
  first_published_at: timestampOrNull(publishedAtMs),
  pushed_at: timestampOrNull(pushedAtMs),
});

/** Which client pushed an answer, when and by which request. */
const sourceOf = ({ push }: SavedAnswer) => ({
  client_id: push.client_id,
  pushed_at: timestamp(push.atMs),
  pushed_by_request: push.request,
});

const timestampOrNull = (atMs: number | null) => (atMs === null ? null : timestamp(atMs));
