import { pairKey, TOKEN_LIFETIME_MS } from '../../market/market.ts';
import type { Market } from '../../market/market.ts';
import { moveToLatestPush } from '../../market/pushes.ts';
import { NO_ANSWERS } from '../../market/sellers-packets.ts';
import type { SavedAnswer, SellersPacket } from '../../market/sellers-packets.ts';
import type { ReadScenario } from './scenario-schema.ts';

type SavedRecord = NonNullable<ReadScenario['sellers_packets']>[number];

/**
 * Adds the sellers packets of a scenario to a marketplace that has its packets.
 *
 * @param nowMs replacement for times that the scenario does not have, in milliseconds since 1970
 */
export function restoreSellersPackets(market: Market, scenario: ReadScenario, nowMs: number): void {
  const clientOf = (packetId: string) => market.packets.get(packetId)?.client_id ?? '';
  for (const saved of scenario.sellers_packets ?? []) {
    const sellersPacket = sellersPacketIn(saved, clientOf, nowMs);
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
