import { z } from 'zod/v4';
import { OUTCOMES } from '../../service/endlink/endlink-calls.ts';
import { id, instant, mayBeMissing } from '../field-schemas.ts';
import { timestamp } from '../../market/clock.ts';
import { NO_ANSWERS, updatedAtMs } from '../../market/sellers-packets.ts';
import type { SavedAnswer, SellersPacket } from '../../market/sellers-packets.ts';
import { TOKEN_LIFETIME_MS, pairKey } from '../../market/market.ts';
import type { Market } from '../../market/market.ts';
import { moveToLatestPush } from '../../market/pushes.ts';

const instantOrNull = instant.nullable();

const answers = z.record(z.string(), z.string().nullable());

/** Schema of a sellers packet. Accepts unknown fields, since the sandbox writes more fields than it reads. */
export const sellersPacketSchema = z.looseObject({
  packet_id: id,
  seller_id: id,
  id,
  state: z.enum(['awaiting_outcome', 'published', 'filtered', 'failed']),
  paid: mayBeMissing(z.boolean().describe('Default: whether it is published')),
  outcome: z.enum(OUTCOMES).nullable(),
  expires_at: instantOrNull.describe(
    'when the latest token ends; null: the endlink was not opened',
  ),
  decided_at: instantOrNull,
  answers: mayBeMissing(answers.describe('what was pushed, by question')),
  answer_sources: mayBeMissing(
    z.record(
      z.string(),
      z.looseObject({
        client_id: id,
        pushed_at: instant,
        pushed_by_request: z.int().nullable(),
      }),
    ),
  ),
  created_at: mayBeMissing(instant),
  first_published_at: mayBeMissing(instantOrNull),
  pushed_at: mayBeMissing(instantOrNull.describe('when something was pushed last')),
});

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

type SavedRecord = z.output<typeof sellersPacketSchema>;

/**
 * Adds the sellers packets of a scenario to a marketplace that has its packets.
 *
 * @param nowMs replacement for times that the scenario does not have, in milliseconds since 1970
 */
export function restoreSellersPackets(
  market: Market,
  saved: readonly SavedRecord[],
  nowMs: number,
): void {
  const clientOf = (packetId: string) => market.packets.get(packetId)?.client_id ?? '';
  for (const record of saved) {
    const sellersPacket = sellersPacketIn(record, clientOf, nowMs);
    const { id, seller_id, packet_id } = sellersPacket;
    market.sellersPackets.set(pairKey(seller_id, packet_id), sellersPacket);
    const [, number = '0'] = /^interaction-(\d+)$/.exec(id) ?? [];
    market.interactionCount = Math.max(market.interactionCount, Number(number));
  }
  [...market.sellersPackets.values()]
    .filter(({ pushedAtMs }) => pushedAtMs !== null)
    .sort((one, other) => Number(one.pushedAtMs) - Number(other.pushedAtMs))
    .forEach((sellersPacket) => moveToLatestPush(market, sellersPacket));
}

/** Finds the client of a packet. */
type ClientOf = (packetId: string) => string;

function sellersPacketIn(saved: SavedRecord, clientOf: ClientOf, nowMs: number): SellersPacket {
  const { id, packet_id, seller_id, state, outcome } = saved;
  const expiresAtMs = instantMs(saved.expires_at);
  const decidedAtMs = instantMs(saved.decided_at);
  const openedAtMs = expiresAtMs === null ? null : expiresAtMs - TOKEN_LIFETIME_MS;
  const createdAtMs = instantMs(saved.created_at) ?? openedAtMs ?? nowMs;
  const changedAtMs = decidedAtMs ?? createdAtMs;
  const answers = answersIn(saved, clientOf, changedAtMs);
  return {
    ...{ id, packet_id, seller_id, state, outcome, expiresAtMs, decidedAtMs, answers },
    isPaid: saved.paid ?? state === 'published',
    decidedByRequest: numberOrNull(saved.decided_by_request),
    createdAtMs,
    publishedAtMs:
      instantMs(saved.first_published_at) ?? (state === 'published' ? changedAtMs : null),
    pushedAtMs: instantMs(saved.pushed_at) ?? (answers.size ? changedAtMs : null),
  };
}

/** Returns the answers with their pushes. Default of a missing source: the client of the packet, as no other can push into it. @see interface §4.3 */
function answersIn(
  { packet_id, answers = {}, answer_sources = {} }: SavedRecord,
  clientOf: ClientOf,
  pushedAtMs: number,
): ReadonlyMap<string, SavedAnswer> {
  const entries = Object.entries(answers);
  if (!entries.length) return NO_ANSWERS;
  const sourceless = { client_id: clientOf(packet_id), atMs: pushedAtMs, request: null };
  const sources = new Map(Object.entries(answer_sources));
  return new Map(
    entries.map(([question, answer]) => {
      const source = sources.get(question);
      const push = source
        ? {
            client_id: source.client_id,
            atMs: Date.parse(source.pushed_at),
            request: source.pushed_by_request,
          }
        : sourceless;
      return [question, { answer, push }];
    }),
  );
}

const instantMs = (text: string | null | undefined): number | null =>
  typeof text === 'string' ? Date.parse(text) : null;

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
