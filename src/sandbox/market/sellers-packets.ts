import type { Outcome } from '../../protocol/index.ts';
import type { Use } from './use.ts';

/**
 * Where a packet stands for a seller. `awaiting_outcome`: the seller opened its endlink, and nothing was pushed. `failed`: no outcome came while a token
 * was valid.
 *
 * @see interface §3.1
 */
export type SellersPacketState = 'awaiting_outcome' | 'published' | 'filtered' | 'failed';

/** One seller with one packet, from the first click or the first push on. @see interface §2.3 §3.1 */
export interface SellersPacket {
  /** What a push answers with, and what identifies the interaction in an endlink URL. @see interface §2.3 §2.5 */
  id: string;
  packet_id: string;
  seller_id: string;
  state: SellersPacketState;
  /** Whether the seller is paid. @see interface §1.5 */
  isPaid: boolean;
  /** The outcome that decided; `null` before, and where none came. */
  outcome: Outcome | null;
  /** When the latest token ends, in milliseconds since 1970; `null` where the endlink was not opened. */
  expiresAtMs: number | null;
  /** When the outcome, or its absence, was decided; `null` before. */
  decidedAtMs: number | null;
  /** The request that decided it; `null` before, and where none came. */
  decidedByRequest: number | null;
  /** What was pushed, by question. */
  answers: ReadonlyMap<string, SavedAnswer>;
  createdAtMs: number;
  /** When it was published for the first time; `null` before. @see interface §2.3 */
  publishedAtMs: number | null;
  /** When something was pushed last; `null` before. */
  pushedAtMs: number | null;
}

/** An answer in a seller's vault. @see interface §2.4 */
export interface SavedAnswer {
  /** `null`: saved without an answer. */
  answer: string | null;
  /** Where it came from: all answers of one push share it. */
  push: Push;
}

/** A push that was accepted. @see interface §4.3 */
export interface Push {
  client_id: string;
  atMs: number;
  /** Its number in the log; `null` where that is not known any more. */
  request: number | null;
}

/** The answers of a packet that nothing was pushed to. One for all, since most are so and a map of its own needs 200 bytes. */
export const NO_ANSWERS: ReadonlyMap<string, SavedAnswer> = new Map();

/** Whether the outcome of its endlink is still to come. A push may have published it before. @see interface §3.1 */
export const isAwaitingOutcome = ({
  expiresAtMs,
  decidedAtMs,
}: Pick<SellersPacket, 'expiresAtMs' | 'decidedAtMs'>): boolean =>
  expiresAtMs !== null && decidedAtMs === null;

/** What its outcome, or the absence of one, has made of it. A later push may have published it again. @see interface §3.1 */
export function decidedState({
  state,
  outcome,
  decidedByRequest,
}: Pick<SellersPacket, 'state' | 'outcome' | 'decidedByRequest'>): SellersPacketState {
  if (outcome !== null) return outcome === 'complete' ? 'published' : 'filtered';
  return decidedByRequest === null ? 'failed' : state;
}

/** When it changed last: it was created, decided or pushed to. @see interface §2.3 */
export const updatedAtMs = ({ createdAtMs, decidedAtMs, pushedAtMs }: SellersPacket): number =>
  Math.max(createdAtMs, decidedAtMs ?? 0, pushedAtMs ?? 0);

/** Whether the seller still sees the packet. What failed in silence is treated as a failure: gone. @see interface §3.1 */
export const isListed = (state: SellersPacketState): boolean =>
  state === 'awaiting_outcome' || state === 'published';

/** The outcome of an endlink decides. @see interface §3.1 */
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

/** No outcome came while a token was valid. @see interface §3.1 */
export function failInSilence(sellersPacket: SellersPacket): void {
  sellersPacket.state = 'failed';
  sellersPacket.isPaid = false;
  sellersPacket.decidedAtMs = sellersPacket.expiresAtMs;
}

/** It is in the seller's list, for the first time or again. */
export function publish(sellersPacket: SellersPacket, atMs: number): void {
  sellersPacket.state = 'published';
  sellersPacket.publishedAtMs ??= atMs;
}
