import type { Outcome } from '../../protocol/index.ts';
import type { Use } from './oauth-records.ts';

/**
 * State of a packet for one seller. `awaiting_outcome`: the seller opened its endlink, and nothing was pushed. `failed`: no outcome came while a token was
 * valid.
 *
 * @see interface §3.1
 */
export type SellersPacketState = 'awaiting_outcome' | 'published' | 'filtered' | 'failed';

/** A packet of one seller, created by the first click or the first push. @see interface §2.3 §3.1 */
export interface SellersPacket {
  /** Id in the response to a push, and the interaction id in an endlink URL. @see interface §2.3 §2.5 */
  id: string;
  packet_id: string;
  seller_id: string;
  state: SellersPacketState;
  /** `true` if the seller is paid. @see interface §1.5 */
  isPaid: boolean;
  /** The outcome that decided it; `null` before, and if none came. */
  outcome: Outcome | null;
  /** Time at which the latest token expires, in milliseconds since 1970; `null` if the endlink was not opened. */
  expiresAtMs: number | null;
  /** Time at which an outcome, a push or the expiry of the last token decided it; `null` before. */
  decidedAtMs: number | null;
  /** The request that decided it; `null` before, and if none did. */
  decidedByRequest: number | null;
  /** Pushed answers by question. */
  answers: ReadonlyMap<string, SavedAnswer>;
  createdAtMs: number;
  /** Time of the first publication; `null` before. @see interface §2.3 */
  publishedAtMs: number | null;
  /** Time of the latest push; `null` before. */
  pushedAtMs: number | null;
}

/** An answer in a seller's vault. @see interface §2.4 */
export interface SavedAnswer {
  /** The text; `null`: the question was saved without an answer. */
  answer: string | null;
  /** The push that brought it. All answers of one push share this object. */
  push: Push;
}

/** An accepted push. @see interface §4.3 */
export interface Push {
  client_id: string;
  atMs: number;
  /** Its number in the log; `null` if the number is no longer known. */
  request: number | null;
}

/** Answers of every packet without a push. Shared, since most packets have none and a map of its own needs 200 bytes. */
export const NO_ANSWERS: ReadonlyMap<string, SavedAnswer> = new Map();

/** Returns whether the outcome of its endlink is still missing. A push may have published it already. @see interface §3.1 */
export const isAwaitingOutcome = ({
  expiresAtMs,
  decidedAtMs,
}: Pick<SellersPacket, 'expiresAtMs' | 'decidedAtMs'>): boolean =>
  expiresAtMs !== null && decidedAtMs === null;

/** Returns the state that the outcome, or its absence, decided. A later push may have published the packet again. @see interface §3.1 */
export function decidedState({
  state,
  outcome,
  decidedByRequest,
}: Pick<SellersPacket, 'state' | 'outcome' | 'decidedByRequest'>): SellersPacketState {
  if (outcome !== null) return outcome === 'complete' ? 'published' : 'filtered';
  return decidedByRequest === null ? 'failed' : state;
}

/** Returns the time of the latest change: its creation, decision or push. @see interface §2.3 */
export const updatedAtMs = ({ createdAtMs, decidedAtMs, pushedAtMs }: SellersPacket): number =>
  Math.max(createdAtMs, decidedAtMs ?? 0, pushedAtMs ?? 0);

/** Returns whether the seller's list still shows the packet. @see interface §3.1 */
export const isListed = (state: SellersPacketState): boolean =>
  state === 'awaiting_outcome' || state === 'published';

/** Applies the outcome of an endlink to a packet. @see interface §3.1 */
export function decideOutcome(
  sellersPacket: SellersPacket,
  outcome: Outcome,
  { atMs, request }: Use,
): void {
  if (outcome === 'complete') publish(sellersPacket, atMs);
  else sellersPacket.state = 'filtered';
  sellersPacket.isPaid = outcome === 'complete';
  sellersPacket.outcome = outcome;
  sellersPacket.decidedAtMs = atMs;
  sellersPacket.decidedByRequest = request;
}

/** Marks a packet as failed because no outcome came while a token was valid. @see interface §3.1 */
export function failWithoutOutcome(sellersPacket: SellersPacket): void {
  sellersPacket.state = 'failed';
  sellersPacket.isPaid = false;
  sellersPacket.decidedAtMs = sellersPacket.expiresAtMs;
}

/** Publishes a packet, for the first time or again. */
export function publish(sellersPacket: SellersPacket, atMs: number): void {
  sellersPacket.state = 'published';
  sellersPacket.publishedAtMs ??= atMs;
}
